"""Moderation by operators: sanctions, closed tables, erased messages, reports and the audit log."""
