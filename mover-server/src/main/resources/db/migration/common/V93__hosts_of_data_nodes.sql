-- The hosts that files of a data node come from, where records name it otherwise: rules for the name count for them, too.
CREATE TABLE data_node_host (
    data_node_no BIGINT NOT NULL,
    host VARCHAR(300) NOT NULL,
    PRIMARY KEY (data_node_no, host)
);
INSERT INTO shared_version (name, version) VALUES ('data-node-hosts', 0);

-- What is known already. A usual port is left out of the name of a host.
INSERT INTO data_node_host (data_node_no, host)
SELECT DISTINCT p.data_node_no, p.host FROM (
    SELECT o.data_node_no, LOWER(CASE
        WHEN o.is_tls AND o.host LIKE '%:443' THEN SUBSTRING(o.host FROM 1 FOR GREATEST(LENGTH(o.host) - 4, 0))
        WHEN NOT o.is_tls AND o.host LIKE '%:80' THEN SUBSTRING(o.host FROM 1 FOR GREATEST(LENGTH(o.host) - 3, 0))
        ELSE o.host END) AS host
    FROM (
        SELECT r.data_node_no, r.is_tls, SUBSTRING(r.rest FROM 1 FOR GREATEST(POSITION('/' IN r.rest) - 1, 0)) AS host
        FROM (
            SELECT data_node_no, url_base LIKE 'https:%' AS is_tls,
                SUBSTRING(url_base FROM POSITION('://' IN url_base) + 3) AS rest
            FROM replica_node WHERE url_base LIKE 'http%://%/%'
        ) r
    ) o
) p JOIN data_node d ON d.data_node_no = p.data_node_no
WHERE p.host <> LOWER(d.name) AND LENGTH(p.host) BETWEEN 1 AND 255 AND p.host NOT LIKE '%@%'
    AND (p.host LIKE '%.%' OR p.host LIKE '%:%');
