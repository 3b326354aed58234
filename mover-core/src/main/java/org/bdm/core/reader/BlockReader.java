package org.bdm.core.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.id.RequestId;

/**
 * Reads what one stream was asked for. It is a pump with two lanes, whole small files and ranges of large ones, so that neither waits for
 * the other. A lane stops when the sink takes no more or no lease is free, and holds no thread meanwhile.
 *
 * <p>Any thread. How many items wait here is bounded by who adds them.
 */
public final class BlockReader implements AutoCloseable {
    private final int packableMax;
    private final PackingLane packs;
    private final RangeLane ranges;

    /**
     * A reader with nothing to do.
     *
     * @param lender lends at least one block at a time to each stream
     * @param threads threads that may block on the disk; each lane occupies at most one
     */
    public BlockReader(BlockLender lender, ReadSink sink, PackLayout layout, Sizes sizes, Executor threads) {
        if (sizes.blockBytesMax > lender.blockBytes())
            throw new IllegalArgumentException("blocks are larger than leases");
        this.packableMax = Math.min(sizes.packableBytesMax, sizes.blockBytesMax - layout.dataOffset(1));
        this.packs = new PackingLane(lender, sink, layout, sizes.blockBytesMax, threads);
        this.ranges = new RangeLane(lender, sink, sizes.blockBytesMax, threads);
    }

    /**
     * Sizes agreed with the receiver, in bytes.
     *
     * @param blockBytesMax largest payload of a block or pack
     * @param packableBytesMax largest file that is packed
     */
    public record Sizes(int blockBytesMax, int packableBytesMax) {}

    /** More to read, in this order, after what was added before. */
    public void add(List<ReadItem> items) {
        List<ReadItem> small = new ArrayList<>();
        List<ReadItem> large = new ArrayList<>();
        for (ReadItem item : items) {
            boolean packed =
                    item.packable() && item.isWhole() && item.expected().size() <= packableMax;
            (packed ? small : large).add(item);
        }
        if (!small.isEmpty()) packs.add(small);
        if (!large.isEmpty()) ranges.add(large);
    }

    /** Forgets these requests; a block that is being read may still reach the sink. */
    public void cancel(Set<RequestId> requests) {
        packs.cancel(requests);
        ranges.cancel(requests);
    }

    /** The sink takes blocks again. */
    public void resume() {
        packs.signal();
        ranges.signal();
    }

    /** Returns what the reader did so far. */
    public ReaderLoad load() {
        return packs.times().sums().plus(ranges.times().sums());
    }

    /** Forgets everything and closes files. A block that is being read may still reach the sink. */
    @Override
    public void close() {
        packs.close();
        ranges.close();
    }
}
