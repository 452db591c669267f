"""The players of the machine, one module a player."""
