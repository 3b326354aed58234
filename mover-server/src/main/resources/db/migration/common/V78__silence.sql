-- Since when runs of a standing query meet trouble, and how many in a row.
ALTER TABLE subscription ADD COLUMN trouble_ms BIGINT;
ALTER TABLE subscription ADD COLUMN troubles INTEGER DEFAULT 0 NOT NULL;

-- The items of attention that an event told, so that hooks hear of each once: not again after a restart, and again with another cause.
CREATE TABLE attention_told (
    item VARCHAR(1200) NOT NULL PRIMARY KEY,
    code VARCHAR(100) NOT NULL,
    told_ms BIGINT NOT NULL
);
