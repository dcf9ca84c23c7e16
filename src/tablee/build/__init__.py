"""Compile the rules of a game to WebAssembly: `tablee build`.

It needs the extra `build` (Numba, LLVM, wasm-ld), not needed to play. It may use the games'
rules, bots and coach, and is used by the command line alone.
"""
