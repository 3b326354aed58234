-- The access of this site elsewhere that a grant lends to a paired site: docs/decisions/0041. Null for grants of places here.
ALTER TABLE site_grant ADD COLUMN lent VARCHAR(4500);
ALTER TABLE invitation_grant ADD COLUMN lent VARCHAR(4500);
