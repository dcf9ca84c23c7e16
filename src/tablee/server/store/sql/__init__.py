"""What SQLite and PostgreSQL have in common: statements, and the records their rows stand for."""
