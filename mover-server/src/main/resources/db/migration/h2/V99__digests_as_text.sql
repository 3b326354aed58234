UPDATE holding SET digests = (
    SELECT LISTAGG(g.algorithm || ':' || g.origin || ':' || g.known_ms || ':' || LOWER(RAWTOHEX(g.digest))
        || CASE WHEN g.requests > 0 THEN ':' || g.requests || ':' || COALESCE(g.millis, 0) ELSE '' END, ' ')
        WITHIN GROUP (ORDER BY g.algorithm, g.origin)
    FROM holding_digest g WHERE g.holding_no = holding.holding_no);
UPDATE quarantined_holding SET digests = (
    SELECT LISTAGG(g.algorithm || ':' || g.origin || ':' || g.known_ms || ':' || LOWER(RAWTOHEX(g.digest))
        || CASE WHEN g.requests > 0 THEN ':' || g.requests || ':' || COALESCE(g.millis, 0) ELSE '' END, ' ')
        WITHIN GROUP (ORDER BY g.algorithm, g.origin)
    FROM holding_digest g WHERE g.holding_no = quarantined_holding.holding_no);
