"""Django: people at tables, storage, clock, seeds and sockets. Knows rules/; rules/ does not know it."""
