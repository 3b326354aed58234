-- Restores of this catalog from a backup: what a work area on disk says of jobs and leases may be of a life that the catalog has forgotten.
-- restored_no: grows with each restore.
ALTER TABLE own_site ADD COLUMN restored_no BIGINT DEFAULT 0 NOT NULL;

-- The restore after which the work areas in this directory were removed; -1: never looked at.
ALTER TABLE export_root ADD COLUMN cleared_no BIGINT DEFAULT 0 NOT NULL;
