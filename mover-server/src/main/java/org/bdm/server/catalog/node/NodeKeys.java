package org.bdm.server.catalog.node;

import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.db.CatalogParts;

/** The keys of the nodes of this site, and the certificates by which the site's key vouches for them. */
public final class NodeKeys {
    private static final int NODES_MAX = 1_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public NodeKeys(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * A key that is to be signed.
     *
     * @param number of the node in the catalog
     * @param node which the key must be of
     * @param publicKey SubjectPublicKeyInfo, as the node wrote it
     */
    public record Asked(long number, NodeId node, byte[] publicKey) {}

    /** The key by which other sites know this one. */
    public NodeId site() {
        return parts.read(sql ->
                        sql.one("SELECT key_fingerprint FROM own_site", (row, at) -> new NodeId(row.getString(1))))
                .orElseThrow();
    }

    /** Asks that the key of this node is signed; what was signed before stays. */
    public void ask(byte[] publicKey) {
        parts.database()
                .transact(sql -> sql.update(
                        "UPDATE node SET public_key = ? WHERE node_no = ?",
                        Base64.getEncoder().encodeToString(publicKey),
                        parts.node()));
    }

    /** As the other, and what was signed before is of no use: another key of the site signed it, or its time is over. */
    public void askAnew(byte[] publicKey) {
        parts.database()
                .transact(sql -> sql.update(
                        "UPDATE node SET public_key = ?, certificates = NULL, certified_until = NULL WHERE node_no = ?",
                        Base64.getEncoder().encodeToString(publicKey),
                        parts.node()));
    }

    /** Keys to be signed: those with no certificate, or with one that ends before a moment. Never those of removed nodes. */
    public List<Asked> asked(Instant endingBefore) {
        return parts.read(sql -> sql.list(
                "SELECT node_no, node_id, public_key FROM node WHERE public_key IS NOT NULL AND state <> ?"
                        + " AND (certified_until IS NULL OR certified_until < ?) ORDER BY node_no LIMIT " + NODES_MAX,
                (row, at) -> new Asked(
                        row.getLong(1),
                        new NodeId(row.getString(2)),
                        Base64.getDecoder().decode(row.getString(3))),
                NodeState.REMOVED.code(),
                endingBefore));
    }

    /** Gives a node its certificates, unless it was removed meanwhile. */
    public void give(long node, List<byte[]> certificates, Instant until) {
        String joined =
                certificates.stream().map(Base64.getEncoder()::encodeToString).collect(Collectors.joining(" "));
        parts.database()
                .transact(sql -> sql.update(
                        "UPDATE node SET certificates = ?, certified_until = ? WHERE node_no = ? AND state <> ?",
                        joined,
                        until,
                        node,
                        NodeState.REMOVED.code()));
    }

    /** Refuses a key: it is asked for anew at the next start of that node. */
    public void refuse(long node) {
        parts.database().transact(sql -> sql.update("UPDATE node SET public_key = NULL WHERE node_no = ?", node));
    }

    /** The certificates that this node was given last. */
    public Optional<List<byte[]>> own() {
        return parts.read(sql -> sql.one(
                        "SELECT certificates FROM node WHERE node_no = ?",
                        (row, at) -> Optional.ofNullable(row.getString(1)),
                        parts.node()))
                .flatMap(joined -> joined)
                .map(joined -> Arrays.stream(joined.split(" "))
                        .map(Base64.getDecoder()::decode)
                        .toList());
    }
}
