"""The engines that play whole games: plain Python, compiled, WebAssembly, and a GPU."""
