-- Plans of removal of objects: docs/purge.md.

-- inode: of an object the number that stands for its ETag; 0 if it is not known, and for files of directories.
ALTER TABLE purge_file ADD COLUMN inode BIGINT DEFAULT 0 NOT NULL;

-- note: what the plan does in buckets, in words; empty for directories alone.
ALTER TABLE purge_plan ADD COLUMN note VARCHAR(2000) DEFAULT '' NOT NULL;

-- Stores are asked anew: there is one more question.
DELETE FROM store_manners;
