-- What a person acknowledged of the things that need attention: docs/catalog.md.
-- item: kind and target, 'failed-job-7'; code, cause_at: the cause as it was then. Another code, or a later cause, is shown again.

CREATE TABLE acknowledgement (
    item VARCHAR(1100) PRIMARY KEY,
    code VARCHAR(64) NOT NULL,
    cause_at TIMESTAMP WITH TIME ZONE NOT NULL,
    acknowledged_by VARCHAR(200) NOT NULL,
    acknowledged_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ends_at TIMESTAMP WITH TIME ZONE,
    note VARCHAR(1000) NOT NULL
);

-- Its row is locked by whoever acknowledges: two nodes may do so at once.
INSERT INTO shared_version (name, version) VALUES ('acknowledgements', 0);
