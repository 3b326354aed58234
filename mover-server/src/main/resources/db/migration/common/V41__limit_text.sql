-- What limits the work of a node on a job, with the numbers that show it: docs/explain.md.
ALTER TABLE job_progress ADD COLUMN limit_text VARCHAR(400) DEFAULT '' NOT NULL;
