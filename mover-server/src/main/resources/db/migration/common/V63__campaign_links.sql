-- Links by which anybody may look at a campaign: docs/how-to/campaigns.md. Only the digest of the secret is kept. One link of a campaign.
CREATE TABLE campaign_link (
    campaign_no BIGINT NOT NULL PRIMARY KEY,
    secret_sha256 BYTEA NOT NULL UNIQUE,
    created_by VARCHAR(200) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL
);

-- How far a campaign was. at_ms: begin of the hour. bytes_done: of all destinations, as it was seen last in that hour.
CREATE TABLE campaign_point (
    campaign_no BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    bytes_done BIGINT NOT NULL,
    PRIMARY KEY (campaign_no, at_ms)
);
