"""What is done without a command: clocks, heartbeats, outages, presence, retries."""
