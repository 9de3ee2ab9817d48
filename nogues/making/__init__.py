"""Making boards: no-guess, random, daily."""
