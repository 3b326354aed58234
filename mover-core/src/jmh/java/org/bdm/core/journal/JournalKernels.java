package org.bdm.core.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.core.Kernel;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.transfer.ChunkRight;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Records of blocks: their bytes, and appending them to a file on tmpfs where there is one. Nothing is forced. */
public class JournalKernels extends Kernel {
    private static final int BLOCKS = 1024;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final JobId JOB = new JobId(5);

    private final JournalRecord[] records = new JournalRecord[BLOCKS];
    private final ByteBuffer encoded = ByteBuffer.allocateDirect(JournalFormat.RECORD_BYTES_MAX);
    private Path directory;
    private LocalStore store;
    private WorkArea area;
    private TransferJournal journal;
    private int chunk;
    private int next;

    /** An export of its own. */
    @Setup
    public void open() throws IOException {
        Path memory = Path.of("/dev/shm");
        directory = Files.isDirectory(memory)
                ? Files.createTempDirectory(memory, "journal-kernels-")
                : Files.createTempDirectory("journal-kernels-");
        store = LocalStore.openWritable(new ExportRoot(new ExportName("data"), directory));
        area = store.workArea(JOB);
        for (int i = 0; i < BLOCKS; i++) {
            ByteRange range = new ByteRange((long) i * BLOCK_BYTES, BLOCK_BYTES);
            records[i] = new JournalRecord.BlockReceived(new FileId(7), new Epoch(1), range, i);
        }
    }

    /** A new journal for each iteration, as it grows. */
    @Setup(Level.Iteration)
    public void begin() {
        journal = TransferJournal.open(area, JOB, ChunkRight.endless(++chunk));
    }

    /** Its space is given back. */
    @TearDown(Level.Iteration)
    public void end() {
        journal.remove();
    }

    /** Removes the export. */
    @TearDown
    public void close() throws IOException {
        area.remove();
        store.close();
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    private JournalRecord record() {
        next = next == BLOCKS - 1 ? 0 : next + 1;
        return records[next];
    }

    /** The bytes of one record. */
    @Benchmark
    public ByteBuffer encodeRecord() {
        JournalFormat.encode(record(), 1 << 20, encoded.clear());
        return encoded;
    }

    /** One record in one write. */
    @Benchmark
    public long append() {
        journal.append(record());
        return journal.position();
    }
}
