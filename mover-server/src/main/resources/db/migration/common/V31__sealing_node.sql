-- The node that made a seal has it in its file HOME/audit-seals as well. NULL: made by an earlier version.

ALTER TABLE audit_seal ADD COLUMN sealed_by BIGINT;
