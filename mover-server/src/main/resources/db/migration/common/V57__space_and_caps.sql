-- What one run of a subscription may take: docs/subscriptions.md. null: no cap. left_over: datasets that the last run left to the next one.
ALTER TABLE subscription ADD COLUMN max_bytes BIGINT;
ALTER TABLE subscription ADD COLUMN max_datasets BIGINT;
ALTER TABLE subscription ADD COLUMN left_over BIGINT DEFAULT 0 NOT NULL;

-- When the files of a job were found to fit at their destination; null while they were not, and when the job is not ACTIVE.
ALTER TABLE job ADD COLUMN room_ms BIGINT;
