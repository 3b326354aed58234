-- Wanted datasets that no index knew when the job was made, and that it was told to skip.
ALTER TABLE job ADD COLUMN unknown_datasets INTEGER DEFAULT 0 NOT NULL;
