-- The first 8 bytes of the digests of files of datasets, and of others of at least 1 MiB: these are found by their bytes.
CREATE TABLE sought_digest (
    sought BYTEA NOT NULL,
    holding_no BIGINT NOT NULL,
    PRIMARY KEY (sought, holding_no)
);
INSERT INTO sought_digest (sought, holding_no)
    SELECT DISTINCT g.sought, g.holding_no FROM holding_digest g JOIN holding h ON h.holding_no = g.holding_no
    WHERE g.sought IS NOT NULL;
DROP TABLE holding_digest;

-- Holdings that are neither VERIFIED (1) nor UNVERIFIED (2).
CREATE TABLE exceptional_holding (
    state SMALLINT NOT NULL,
    holding_no BIGINT NOT NULL,
    PRIMARY KEY (state, holding_no)
);
INSERT INTO exceptional_holding (state, holding_no) SELECT state, holding_no FROM holding WHERE state > 2;
DROP INDEX holding_state;

-- Of 256 holdings each, when their oldest and their newest check were (holding.checked_ms); not of files that are not at their place. A span in
-- which none is has the largest number for its oldest check.
CREATE TABLE check_span (
    span_no BIGINT PRIMARY KEY,
    oldest_ms BIGINT NOT NULL,
    newest_ms BIGINT NOT NULL
);
INSERT INTO check_span (span_no, oldest_ms, newest_ms)
    SELECT h.holding_no / 256, MIN(h.checked_ms), MAX(h.checked_ms) FROM holding h WHERE h.state <> 3
    AND NOT EXISTS (SELECT 1 FROM kept_holding k WHERE k.holding_no = h.holding_no) GROUP BY h.holding_no / 256;
INSERT INTO check_span (span_no, oldest_ms, newest_ms)
    SELECT DISTINCT h.holding_no / 256, 9223372036854775807, 0 FROM (
        SELECT holding_no FROM holding UNION ALL SELECT holding_no FROM quarantined_holding) h
    WHERE NOT EXISTS (SELECT 1 FROM check_span c WHERE c.span_no = h.holding_no / 256);
CREATE INDEX check_span_oldest ON check_span (oldest_ms, span_no);
DROP INDEX holding_checked;
