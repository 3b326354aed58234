-- Reading held files again on a schedule: docs/holdings.md.
-- checked_ms: when the bytes of the file were last compared, or looked for, here; 0: never since this version.
ALTER TABLE holding ADD COLUMN checked_ms BIGINT DEFAULT 0 NOT NULL;
CREATE INDEX holding_checked ON holding (checked_ms, holding_no);

-- One row: the settings, and what was done in the week that began at week_began_ms (0: none yet).
-- week_files: how many files may be checked in that week.
CREATE TABLE scrub (
    scrub_no SMALLINT PRIMARY KEY,
    is_on BOOLEAN NOT NULL,
    millipercent_per_week INTEGER NOT NULL,
    from_minute INTEGER NOT NULL,
    to_minute INTEGER NOT NULL,
    zone VARCHAR(64) NOT NULL,
    bytes_per_second BIGINT NOT NULL,
    week_began_ms BIGINT NOT NULL,
    week_files BIGINT NOT NULL,
    checked BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    damaged BIGINT NOT NULL,
    missing BIGINT NOT NULL,
    unreadable BIGINT NOT NULL,
    trouble VARCHAR(2000),
    trouble_ms BIGINT NOT NULL
);
INSERT INTO scrub (scrub_no, is_on, millipercent_per_week, from_minute, to_minute, zone, bytes_per_second, week_began_ms, week_files,
    checked, bytes, damaged, missing, unreadable, trouble_ms) VALUES (1, FALSE, 2000, 0, 0, 'UTC', 100000000, 0, 0, 0, 0, 0, 0, 0, 0);
