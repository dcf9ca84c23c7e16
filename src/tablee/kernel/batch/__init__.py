"""Many games side by side, on a CPU or a GPU: what `tablee.batch` drives."""
