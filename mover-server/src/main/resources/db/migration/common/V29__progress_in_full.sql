-- What a node tells of a job that it works on, beyond sums: its stages, and the files under way one by one. Texts as JobProgressRows writes them.
ALTER TABLE job_progress ADD COLUMN stages VARCHAR(2000) DEFAULT '' NOT NULL;
ALTER TABLE job_progress ADD COLUMN files VARCHAR(40000) DEFAULT '' NOT NULL;
