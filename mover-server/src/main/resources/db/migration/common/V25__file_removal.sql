-- Rows of the files of ended jobs are removed after some time, and at once when the job is deleted: docs/catalog.md.

-- removal: 0 the rows are there, 1 they are being removed, 2 they are gone. files_removed_at: nobody is shown them from then on.
-- deleted_at: nobody is shown the job from then on; its row stays, for its idempotency key.
ALTER TABLE job ADD COLUMN removal SMALLINT DEFAULT 0 NOT NULL;
ALTER TABLE job ADD COLUMN files_removed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE job ADD COLUMN deleted_at TIMESTAMP WITH TIME ZONE;
CREATE INDEX job_removal ON job (removal, ended_at, job_no);

-- Jobs that retry the files of another need its items.
CREATE INDEX job_retry_of ON job (retry_of, job_no);
