"""Running a server: settings, logs, metrics, start and stop, backups."""
