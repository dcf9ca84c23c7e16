"""Tables, seats, clocks and sessions without a network: what the server and the simulator drive."""
