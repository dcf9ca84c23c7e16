"""Who may do what: accounts, passwords, signed-out devices. Stands on `core` and `store`."""
