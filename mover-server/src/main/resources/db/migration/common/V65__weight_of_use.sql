-- The weight of a use in the division of a limit, by the priority of its job: docs/how-to/limit-links.md. Nodes of an earlier version do not
-- tell it; 4 is that of one session of the usual priority.
ALTER TABLE link_use ADD COLUMN weight INTEGER DEFAULT 4 NOT NULL;
