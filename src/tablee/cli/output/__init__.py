"""Commands that write files for others: paper and static sites."""
