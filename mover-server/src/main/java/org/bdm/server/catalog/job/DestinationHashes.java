package org.bdm.server.catalog.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.KeyHash;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of the destinations of one list, in its order: 8 bytes an entry. It names the few entries whose destination may be that of another
 * one too; only these are then compared. An index of the database would do the same and is written in random order: that took most of the
 * time of a long list, and most of the H2 file.
 *
 * <p>Beyond four million entries (32 MiB) the hashes go to a temporary file. They are searched in parts by their highest bits, one part in
 * memory at a time. Belongs to one thread.
 */
final class DestinationHashes implements AutoCloseable {
    /** Different hashes that are reported: one that occurs twice is almost surely one destination, and one such ends the list. */
    private static final int HASHES_MAX = 1_000;

    /** Entries that are reported: more than there are hashes, so that two of them have the same one. */
    private static final int ENTRIES_MAX = 2 * HASHES_MAX;

    private final int blockSize;
    private final int blocksInMemoryMax;
    private final List<long[]> blocks = new ArrayList<>();
    private long[] last;
    private int inLast;
    private int spilledBlocks;
    private @Nullable FileChannel spill;

    DestinationHashes() {
        this(1 << 20, 4);
    }

    /** With limits that a test can reach. */
    DestinationHashes(int blockSize, int blocksInMemoryMax) {
        this.blockSize = blockSize;
        this.blocksInMemoryMax = blocksInMemoryMax;
        this.last = new long[Math.min(blockSize, 1024)];
    }

    void add(String destination) {
        addHash(KeyHash.of(destination));
    }

    /** As {@link #add}, for tests, which cannot find two texts with one hash. */
    void addHash(long hash) {
        if (inLast == blockSize) keepLast();
        if (inLast == last.length) last = Arrays.copyOf(last, Math.min(blockSize, inLast * 2));
        last[inLast++] = hash;
    }

    private void keepLast() {
        blocks.add(last);
        last = new long[blockSize];
        inLast = 0;
        if (blocks.size() < blocksInMemoryMax) return;
        for (long[] block : blocks) write(block);
        blocks.clear();
    }

    /** Numbers of entries that have their hash in common with another one, in order; not all of them if they are very many. */
    int[] repeated() {
        Set<Long> hashes = new HashSet<>();
        int partBits = partBits();
        for (int part = 0; part < 1 << partBits && hashes.size() < HASHES_MAX; part++) {
            part(part, partBits).addRepeated(hashes);
        }
        return hashes.isEmpty() ? new int[0] : entriesWith(hashes);
    }

    /** So many that a part, an equal share of well-mixed hashes, has about as many as stay in memory. */
    private int partBits() {
        long wholeBlocks = spilledBlocks + blocks.size() + 1L;
        long parts = (wholeBlocks + blocksInMemoryMax - 1) / blocksInMemoryMax;
        return 64 - Long.numberOfLeadingZeros(parts - 1); // 0 for one part
    }

    private Numbers part(int part, int partBits) {
        Numbers found = new Numbers();
        each((hash, entry) -> {
            if (partBits == 0 || hash >>> (64 - partBits) == part) found.add(hash);
            return true;
        });
        return found;
    }

    private int[] entriesWith(Set<Long> hashes) {
        List<Integer> entries = new ArrayList<>();
        each((hash, entry) -> {
            if (hashes.contains(hash)) entries.add(entry);
            return entries.size() < ENTRIES_MAX;
        });
        return entries.stream().mapToInt(Integer::intValue).toArray();
    }

    /** All hashes with the numbers of their entries, in order, until the visitor has enough. */
    private void each(Visitor visitor) {
        int entry = 0;
        long[] read = spilledBlocks == 0 ? new long[0] : new long[blockSize];
        for (int i = 0; i < spilledBlocks; i++) {
            read(i, read);
            for (long hash : read) if (!visitor.visit(hash, entry++)) return;
        }
        for (long[] block : blocks) for (long hash : block) if (!visitor.visit(hash, entry++)) return;
        for (int i = 0; i < inLast; i++) if (!visitor.visit(last[i], entry++)) return;
    }

    private void write(long[] block) {
        try {
            FileChannel file = spill;
            if (file == null) {
                Path path = Files.createTempFile("bdm-destinations-", ".hashes");
                file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
                spill = file;
                Files.delete(path); // it lives until it is closed, however this process ends
            }
            ByteBuffer bytes = ByteBuffer.allocate(blockSize * Long.BYTES);
            bytes.asLongBuffer().put(block);
            long at = (long) spilledBlocks * bytes.capacity();
            while (bytes.hasRemaining()) at += file.write(bytes, at);
            spilledBlocks++;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void read(int number, long[] block) {
        try {
            FileChannel file = spill;
            if (file == null) throw new IllegalStateException("nothing was spilled");
            ByteBuffer bytes = ByteBuffer.allocate(blockSize * Long.BYTES);
            long at = (long) number * bytes.capacity();
            while (bytes.hasRemaining()) {
                int count = file.read(bytes, at);
                if (count < 0) throw new IOException("it ends too early");
                at += count;
            }
            bytes.flip().asLongBuffer().get(block);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static MoverException failed(IOException e) {
        return new MoverException(
                ErrorCode.CATALOG_UNAVAILABLE,
                "the temporary file of a long list cannot be used (property java.io.tmpdir): " + e.getMessage(),
                e);
    }

    /** Gives the temporary file back, if there is one. */
    @Override
    public void close() {
        FileChannel file = spill;
        if (file == null) return;
        spill = null;
        try {
            file.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private interface Visitor {
        /** Takes one; false if no more are wanted. */
        boolean visit(long hash, int entry);
    }

    /** Numbers in an array that grows. */
    private static final class Numbers {
        private long[] values = new long[1024];
        private int size;

        void add(long value) {
            if (size == values.length) values = Arrays.copyOf(values, size * 2);
            values[size++] = value;
        }

        void addRepeated(Set<Long> hashes) {
            Arrays.sort(values, 0, size);
            for (int i = 1; i < size && hashes.size() < HASHES_MAX; i++) {
                if (values[i] == values[i - 1]) hashes.add(values[i]);
            }
        }
    }
}
