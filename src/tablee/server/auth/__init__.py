"""Accounts, passwords, devices and permissions. Builds on `core` and `store`."""
