"""Where tables and people are kept: `contract` says what is promised, docs/store.md how."""
