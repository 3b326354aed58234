-- The head of the audit log, signed by the node now and then: docs/operations.md says over what.
-- chain: hexadecimal; public_key (SubjectPublicKeyInfo), signature: base64.

CREATE TABLE audit_seal (
    audit_no BIGINT PRIMARY KEY,
    sealed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    chain VARCHAR(64) NOT NULL,
    public_key VARCHAR(500) NOT NULL,
    signature VARCHAR(500) NOT NULL
);
