-- A file that a job replaces is PENDING in its plan while a process moves it. by_node, by_run: that process, as in the table node; null for files
-- of other plans. Another session of the job must not take it for what a dead process left.
ALTER TABLE purge_file ADD COLUMN by_node BIGINT;
ALTER TABLE purge_file ADD COLUMN by_run BIGINT;
