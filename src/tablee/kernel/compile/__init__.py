"""From rule functions to machine code: the compiler for the CPU, its cache, and data layouts."""
