-- What evidence rests on where no digest is published, beyond the rows of files; and who says the digests of a copy.
-- docs/http-sources.md, "Who vouches for the content", and docs/replica-sets.md say more.

-- Sums of the files of a job that data nodes sent and for which no digest is published.
CREATE TABLE job_unvouched (
    job_no BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    files BIGINT NOT NULL,
    in_one_request BIGINT NOT NULL,
    requests_most INTEGER NOT NULL,
    millis_most BIGINT NOT NULL,
    PRIMARY KEY (job_no, shard)
);

INSERT INTO job_unvouched (job_no, shard, files, in_one_request, requests_most, millis_most)
    SELECT f.job_no, 0, COUNT(*), SUM(CASE WHEN f.requests = 1 THEN 1 ELSE 0 END), MAX(f.requests), MAX(f.millis)
    FROM (
        SELECT file_id / 134217728 AS job_no, file_id, SUM(requests) AS requests, MAX(millis) AS millis FROM file_origin o
        WHERE o.requests IS NOT NULL AND NOT EXISTS (SELECT 1 FROM expected_digest d WHERE d.file_id = o.file_id)
        GROUP BY file_id
    ) f
    GROUP BY f.job_no;

-- As in file_origin: of a digest of bytes that a data node sent, the requests that brought them.
ALTER TABLE holding_digest ADD COLUMN requests INTEGER;
ALTER TABLE holding_digest ADD COLUMN millis BIGINT;

-- Numbers of the indexes that say the digests of a copy: those of SHA-256, a slash, those of MD5. Null for copies of earlier versions, of which
-- the next lookup tells them.
ALTER TABLE replica_copy ADD COLUMN digests_by VARCHAR(500);

-- True where the claim brings a digest of a copy.
ALTER TABLE replica_claim ADD COLUMN says_digests BOOLEAN;
