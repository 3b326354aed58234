-- The numbers of jobs are given with the job, in its transaction: what is refused takes none, and none is skipped when a process dies.
INSERT INTO running_number (name, last_number) SELECT 'job', COALESCE(MAX(job_no), 0) FROM job;
