-- Nodes replace the one process that could hold the catalog.
DROP TABLE catalog_holder;

-- Rows that change with each group or every few seconds: new versions beside the old ones, without touching an index.
ALTER TABLE commit_group SET (fillfactor = 50);
ALTER TABLE node SET (fillfactor = 50);
