-- Nearly all holdings are VERIFIED (1) or UNVERIFIED (2): only the others are looked for by their state. H2 has no partial indexes.
DROP INDEX holding_state;
CREATE INDEX holding_state ON holding (state, holding_no) WHERE state > 2;
