-- Whom the site tells of its events: docs/hooks.md. The table event is the outbox: a hook has delivered all up to delivered_event.

-- events: codes separated by commas, or '*'. label_start: only jobs whose label begins so; '' for all events.
-- secret: of the signature, in the clear, because a signature is made with it.
-- failures: since the last delivery. times in ms, 0: never.
CREATE TABLE hook (
    name VARCHAR(100) PRIMARY KEY,
    target VARCHAR(2000) NOT NULL,
    events VARCHAR(2000) NOT NULL,
    label_start VARCHAR(200) NOT NULL,
    secret VARCHAR(100) NOT NULL,
    created_by VARCHAR(200) NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    delivered_event BIGINT NOT NULL,
    delivered_ms BIGINT NOT NULL,
    failures INTEGER NOT NULL,
    failed_ms BIGINT NOT NULL,
    next_ms BIGINT NOT NULL,
    failure VARCHAR(1000) NOT NULL
);
