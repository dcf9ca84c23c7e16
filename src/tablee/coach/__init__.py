"""The coach and the review: advice and analysis from what a seat may know.

They stand on the search of `tablee.bots` and may import `tablee.show`, never a server or a command.
"""
