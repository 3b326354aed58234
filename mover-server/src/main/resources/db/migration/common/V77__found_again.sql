-- What a standing query found is looked at again: docs/subscriptions.md says how.
-- heard_*: what indexes last announced of it. is_changed: they announced something else since. extent: what its last job was made of; empty for
-- none. tries: jobs in a row that did not bring all of it; retry_ms: when it is tried again; since_ms: when the first of these ended.
ALTER TABLE subscription_dataset ADD COLUMN heard_ms BIGINT;
ALTER TABLE subscription_dataset ADD COLUMN heard_files BIGINT;
ALTER TABLE subscription_dataset ADD COLUMN heard_bytes BIGINT;
ALTER TABLE subscription_dataset ADD COLUMN is_changed BOOLEAN DEFAULT FALSE NOT NULL;
ALTER TABLE subscription_dataset ADD COLUMN extent VARCHAR(100) DEFAULT '' NOT NULL;
ALTER TABLE subscription_dataset ADD COLUMN tries INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE subscription_dataset ADD COLUMN retry_ms BIGINT;
ALTER TABLE subscription_dataset ADD COLUMN since_ms BIGINT;
CREATE INDEX subscription_dataset_job ON subscription_dataset (job_no);

-- The jobs of standing queries: a failed one whose datasets a later job tries again needs nobody.
CREATE TABLE subscription_job (
    job_no BIGINT NOT NULL PRIMARY KEY,
    subscription_no BIGINT NOT NULL
);
INSERT INTO subscription_job (job_no, subscription_no)
    SELECT job_no, MIN(subscription_no) FROM subscription_dataset WHERE job_no IS NOT NULL GROUP BY job_no;

-- When the state was set; null before this version.
ALTER TABLE subscription ADD COLUMN state_ms BIGINT;

-- Runs in a row that the index did not answer in full, and since when; what it listed when it was last asked for everything, and since when that
-- has been nothing after it was something.
ALTER TABLE subscription_mark ADD COLUMN failures INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE subscription_mark ADD COLUMN failing_ms BIGINT;
ALTER TABLE subscription_mark ADD COLUMN listed BIGINT;
ALTER TABLE subscription_mark ADD COLUMN emptied_ms BIGINT;
