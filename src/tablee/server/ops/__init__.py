"""Running a server: start and stop, backups, maintenance of the database, recomputed results."""
