-- Limits of links and of what this site sends join those of exports and nodes: docs/how-to/limit-links.md. 0 is no limit.

-- kind: LINK, EXPORT or NODE. name: of a link its other end: a site, the host of a data node, or '*' for all of them together.
-- in_bytes_per_second, streams, files: of what comes. out_bytes_per_second: of what is sent.
ALTER TABLE place_limit ALTER COLUMN name SET DATA TYPE VARCHAR(255);

-- Where both were limited, one note has both, and the later change counts as the last.
INSERT INTO place_limit
    (kind, name, in_bytes_per_second, out_bytes_per_second, streams, files, note, changed_by, changed_at)
    SELECT 'LINK', l.source, l.bytes_per_second, COALESCE(s.bytes_per_second, 0), l.streams, l.files,
        CASE WHEN s.note IS NULL OR s.note = '' OR s.note = l.note THEN l.note
            WHEN l.note = '' THEN s.note
            ELSE SUBSTRING(l.note || ', sent: ' || s.note FROM 1 FOR 1000) END,
        CASE WHEN s.changed_at > l.changed_at THEN s.changed_by ELSE l.changed_by END,
        CASE WHEN s.changed_at > l.changed_at THEN s.changed_at ELSE l.changed_at END
    FROM link_limit l LEFT JOIN sending_limit s ON s.destination = l.source;
INSERT INTO place_limit
    (kind, name, in_bytes_per_second, out_bytes_per_second, streams, files, note, changed_by, changed_at)
    SELECT 'LINK', s.destination, 0, s.bytes_per_second, 0, 0, s.note, s.changed_by, s.changed_at
    FROM sending_limit s WHERE NOT EXISTS (SELECT 1 FROM link_limit l WHERE l.source = s.destination);

DROP TABLE link_limit;
DROP TABLE sending_limit;
