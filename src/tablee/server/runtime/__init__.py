"""What every process of a server needs: settings, logs, metrics, background tasks."""
