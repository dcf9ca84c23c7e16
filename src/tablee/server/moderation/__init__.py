"""An operator's hands: sanctions, closed tables, erased messages, reports and the audit log."""
