"""The store in a PostgreSQL database that several processes share."""
