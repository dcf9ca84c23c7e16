"""The engine `wasm`: the compiled rules that a game ships, run by wasmtime.

It stands in the kernel and uses nothing above it. `tablee.build` makes the modules.
"""
