-- Duplicate destinations are found in memory (DestinationHashes): the index was written in random order, and cost more than all else of a
-- long list. The column stays, empty, since H2 would copy the whole table to drop it.
DROP INDEX job_item_destination;
ALTER TABLE job_item ALTER COLUMN destination_hash DROP NOT NULL;
