"""Solving: levels, hints, proofs, probabilities, measures."""
