package org.bdm.server.catalog.file;

import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.jspecify.annotations.Nullable;

/** The chunk that neighbouring files of a batch are being put into; begins anew when it is closed. */
final class NewChunk {
    /** A chunk ends with the file that reaches one of these. */
    static final int CHUNK_FILES = 1_000;

    static final long CHUNK_BYTES = 1L << 30;

    /** Takes what {@link #close} returns. */
    static final String INSERT =
            "INSERT INTO file_chunk (chunk_id, job_no, first_file, last_file, files, bytes, state, root_no, claim_turn,"
                    + " available_ms, lease_number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)";

    private final ChunkOrder order;
    private final @Nullable FileAges ages; // null: the order does not look at them
    private long first;
    private long last;
    private int files;
    private long bytes;
    private long oldest;

    private NewChunk(ChunkOrder order, @Nullable FileAges ages) {
        this.order = order;
        this.ages = ages;
        clear();
    }

    /** An empty one for the files of a batch. */
    static NewChunk in(Statements sql, ListedBatch batch, long base) {
        return new NewChunk(batch.order(), batch.order() == ChunkOrder.OLDEST ? FileAges.of(sql, batch, base) : null);
    }

    private void clear() {
        files = 0;
        bytes = 0;
        oldest = Long.MAX_VALUE;
    }

    void add(long id, FoundFile file) {
        if (files == 0) first = id;
        last = id;
        files++;
        bytes += file.status().version().size();
        if (ages != null) oldest = Math.min(oldest, ages.of(file));
    }

    boolean isEmpty() {
        return files == 0;
    }

    boolean isFull() {
        return files == CHUNK_FILES || bytes >= CHUNK_BYTES;
    }

    /** Returns its row, with the turn that it has in the order of the job. */
    @Nullable Object[] close(long id, long job, @Nullable Long root) {
        @Nullable Object[] row = {
            id, job, first, last, files, bytes, ChunkState.PENDING.code(), root, order.turn(files, bytes, oldest)
        };
        clear();
        return row;
    }
}
