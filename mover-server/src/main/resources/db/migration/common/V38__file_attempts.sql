-- Attempts of files that did not end them: docs/catalog.md. The newest attempt of a file is in file_entry and file_exception, so a file that
-- fails at once has no row here; one is written when the reason of a waiting file is replaced.
-- attempt: 1 for the first; the newest of a file are kept.
-- millis, bytes_moved: of this attempt and all before it.
CREATE TABLE file_attempt (
    file_id BIGINT NOT NULL,
    attempt INTEGER NOT NULL,
    error_code SMALLINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    millis BIGINT NOT NULL,
    bytes_moved BIGINT NOT NULL,
    text VARCHAR(2000) NOT NULL,
    PRIMARY KEY (file_id, attempt)
);
