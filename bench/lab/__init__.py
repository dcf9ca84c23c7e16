"""What researchers use, beside its peers: policies, batches, environments, Ray."""
