-- What a person confirmed to be the whole of a dataset version, although claims disagree about how much it is, or it is far less than an
-- older one: docs/holdings.md. It counts as long as the same files are listed and the same is announced.
-- contradiction: how the claims disagreed; empty if they did not.

CREATE TABLE confirmed_extent (
    set_no BIGINT PRIMARY KEY,
    files INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    name_sum BIGINT,
    contradiction VARCHAR(4000) NOT NULL,
    confirmed_by VARCHAR(200) NOT NULL,
    confirmed_ms BIGINT NOT NULL
);

-- Whether only a person can say if the newer version takes the place of this one.
ALTER TABLE dataset_mark ADD COLUMN needs_person BOOLEAN DEFAULT FALSE NOT NULL;
