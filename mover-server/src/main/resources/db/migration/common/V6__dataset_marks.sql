-- What catalogs say against dataset versions of which something is held: withdrawn, or replaced by a newer version.
-- docs/holdings.md says when a mark is in force, which is when its holdings have its state.
-- state: that of HoldingState. treatment: what became of the files since, by a policy or a person.

CREATE TABLE dataset_mark (
    dataset_no BIGINT PRIMARY KEY,
    state SMALLINT NOT NULL,
    in_force BOOLEAN NOT NULL,
    reason VARCHAR(2000) NOT NULL,
    newer_id VARCHAR(1024),
    marked_ms BIGINT NOT NULL,
    treatment SMALLINT NOT NULL
);
