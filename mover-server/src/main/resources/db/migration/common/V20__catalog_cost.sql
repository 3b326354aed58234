-- Duplicate destinations are found in memory (DestinationHashes): the index was written in random order, and cost more than all else of a
-- long list. The column stays, empty, since H2 would copy the whole table to drop it.
DROP INDEX job_item_destination;
ALTER TABLE job_item ALTER COLUMN destination_hash DROP NOT NULL;

-- Jobs of one owner, newest first; jobs that ended before a moment.
CREATE INDEX job_owner ON job (owner, job_no);
CREATE INDEX job_ended ON job (ended_at, job_no);

-- The audit log of one actor, and of all, by time.
CREATE INDEX audit_actor ON audit (actor, happened_at, audit_no);
CREATE INDEX audit_time ON audit (happened_at, audit_no);
