"""The coach and the review: somebody who explains, from what a seat may know."""
