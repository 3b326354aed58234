package org.bdm.server.catalog;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Keeps a second process with the same node key off a shared catalog. H2 locks its file by itself; PostgreSQL holds an advisory lock for
 * as long as one connection lives.
 */
final class NodeLock implements AutoCloseable {
    private final @Nullable Connection holder;

    private NodeLock(@Nullable Connection holder) {
        this.holder = holder;
    }

    /**
     * Takes the lock.
     *
     * @throws MoverException ALREADY_RUNNING
     */
    static NodeLock take(CatalogDatabase database, NodeId node) throws SQLException {
        if (database.dialect() == Dialect.H2) return new NodeLock(null);
        Connection connection = database.connection();
        boolean isTaken = false;
        try {
            connection.setAutoCommit(true);
            long key =
                    ByteBuffer.wrap(HexFormat.of().parseHex(node.fingerprint())).getLong();
            isTaken = new Statements(new SingleConnectionDataSource(connection, true))
                    .one("SELECT pg_try_advisory_lock(?)", (row, at) -> row.getBoolean(1), key)
                    .orElse(false);
            if (isTaken) return new NodeLock(connection);
            throw new MoverException(
                    ErrorCode.ALREADY_RUNNING,
                    "another process works on the catalog " + database.location() + " as the same node, " + node);
        } finally {
            if (!isTaken) connection.close();
        }
    }

    @Override
    public void close() {
        try {
            if (holder != null) holder.close();
        } catch (SQLException e) {
            throw DatabaseErrors.onUse(e);
        }
    }
}
