-- Two nodes that recorded files of a new directory at the same moment could each give it a row; only the one with the smallest number was found
-- later. What hangs on the others comes to it. A holding stays with the other row, as before, where the two say different things of one file,
-- or where a file of the quarantine has its number for a name: no evidence is thrown away. When a file was last compared, and how often it
-- could not be read, is that of the holding that was found: at worst it is compared sooner.

CREATE TABLE doubled_directory (
    dir_no BIGINT PRIMARY KEY,
    found BIGINT NOT NULL
);
INSERT INTO doubled_directory (dir_no, found)
    SELECT d.dir_no, MIN(k.dir_no) FROM held_directory d
    JOIN held_directory k ON k.export = d.export AND k.path_hash = d.path_hash AND k.path = d.path
    GROUP BY d.dir_no HAVING MIN(k.dir_no) < d.dir_no;

-- Holdings that are there twice and agree.
CREATE TABLE doubled_holding (
    holding_no BIGINT PRIMARY KEY,
    found BIGINT NOT NULL
);
INSERT INTO doubled_holding (holding_no, found)
    SELECT h.holding_no, k.holding_no FROM doubled_directory x
    JOIN holding h ON h.dir_no = x.dir_no
    JOIN holding k ON k.dir_no = x.found AND k.name = h.name
    WHERE k.size = h.size AND k.modified_s = h.modified_s AND k.modified_ns = h.modified_ns
    AND (k.dataset_no = h.dataset_no OR h.dataset_no IS NULL)
    AND (k.state = h.state OR (k.state IN (1, 2, 8) AND h.state IN (1, 2, 8))) -- VERIFIED, UNVERIFIED, READ
    AND NOT EXISTS (SELECT 1 FROM holding_digest a JOIN holding_digest b ON b.algorithm = a.algorithm
        WHERE a.holding_no = h.holding_no AND b.holding_no = k.holding_no AND b.digest <> a.digest)
    AND NOT EXISTS (SELECT 1 FROM kept_holding q WHERE q.holding_no = h.holding_no)
    AND NOT EXISTS (SELECT 1 FROM quarantined_holding q WHERE q.holding_no = h.holding_no);

UPDATE holding_digest SET holding_no = (SELECT g.found FROM doubled_holding g WHERE g.holding_no = holding_digest.holding_no)
    WHERE holding_no IN (SELECT holding_no FROM doubled_holding)
    AND NOT EXISTS (SELECT 1 FROM doubled_holding g JOIN holding_digest p ON p.holding_no = g.found
        WHERE g.holding_no = holding_digest.holding_no AND p.algorithm = holding_digest.algorithm AND p.origin = holding_digest.origin)
    AND NOT EXISTS (SELECT 1 FROM doubled_holding g JOIN doubled_holding o ON o.found = g.found
        JOIN holding_digest p ON p.holding_no = o.holding_no
        WHERE g.holding_no = holding_digest.holding_no AND o.holding_no < g.holding_no
        AND p.algorithm = holding_digest.algorithm AND p.origin = holding_digest.origin);
UPDATE held_ranges SET holding_no = (SELECT g.found FROM doubled_holding g WHERE g.holding_no = held_ranges.holding_no)
    WHERE holding_no IN (SELECT MIN(g.holding_no) FROM doubled_holding g JOIN held_ranges r ON r.holding_no = g.holding_no
        WHERE NOT EXISTS (SELECT 1 FROM held_ranges p WHERE p.holding_no = g.found) GROUP BY g.found);
-- The better state: the digests that say so have come along.
UPDATE holding SET state = 1 WHERE holding_no IN (
    SELECT g.found FROM doubled_holding g JOIN holding h ON h.holding_no = g.holding_no
    JOIN holding k ON k.holding_no = g.found WHERE h.state = 1 AND k.state IN (2, 8));
UPDATE holding SET state = 8 WHERE holding_no IN (
    SELECT g.found FROM doubled_holding g JOIN holding h ON h.holding_no = g.holding_no
    JOIN holding k ON k.holding_no = g.found WHERE h.state = 8 AND k.state = 2);

DELETE FROM holding_digest WHERE holding_no IN (SELECT holding_no FROM doubled_holding);
DELETE FROM held_ranges WHERE holding_no IN (SELECT holding_no FROM doubled_holding);
DELETE FROM unreadable_holding WHERE holding_no IN (SELECT holding_no FROM doubled_holding);
DELETE FROM holding WHERE holding_no IN (SELECT holding_no FROM doubled_holding);

UPDATE holding SET dir_no = (SELECT x.found FROM doubled_directory x WHERE x.dir_no = holding.dir_no)
    WHERE dir_no IN (SELECT dir_no FROM doubled_directory)
    AND NOT EXISTS (SELECT 1 FROM doubled_directory x JOIN holding k ON k.dir_no = x.found AND k.name = holding.name
        WHERE x.dir_no = holding.dir_no)
    AND NOT EXISTS (SELECT 1 FROM doubled_directory x JOIN doubled_directory y ON y.found = x.found AND y.dir_no < x.dir_no
        JOIN holding k ON k.dir_no = y.dir_no AND k.name = holding.name
        WHERE x.dir_no = holding.dir_no);
UPDATE quarantined_holding SET dir_no = (SELECT x.found FROM doubled_directory x WHERE x.dir_no = quarantined_holding.dir_no)
    WHERE dir_no IN (SELECT dir_no FROM doubled_directory);
DELETE FROM held_directory WHERE dir_no IN (SELECT dir_no FROM doubled_directory)
    AND NOT EXISTS (SELECT 1 FROM holding h WHERE h.dir_no = held_directory.dir_no);

-- The other counts of held_dataset are of names, and stay.
UPDATE held_dataset SET own_digests = (
        SELECT COUNT(DISTINCT h.holding_no) FROM holding h JOIN holding_digest g ON g.holding_no = h.holding_no
        WHERE h.dataset_no = held_dataset.dataset_no AND h.state IN (1, 4, 5) AND g.origin IN (5, 10, 30, 40, 50))
    WHERE dataset_no IN (SELECT h.dataset_no FROM holding h JOIN doubled_holding g ON g.found = h.holding_no);

DROP TABLE doubled_holding;
DROP TABLE doubled_directory;
