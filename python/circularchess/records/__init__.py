"""Games and boards in files: PGN and JSON.

Written against what games and boards offer; the class to build is given by the caller."""
