-- The digests of a holding are in its row, and what is the same for nearly all holdings is in tables of the others: docs/catalog.md.

-- algorithm:origin:known_ms:hex[:requests:millis], with a blank between two, by algorithm and origin; null for none.
ALTER TABLE holding ADD COLUMN digests VARCHAR(20000);
ALTER TABLE quarantined_holding ADD COLUMN digests VARCHAR(20000);
