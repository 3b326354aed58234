package org.bdm.core.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.id.RequestId;

/**
 * Reads what one stream was asked for. It is a pump with two kinds of lanes, whole small files and ranges of large ones, so that neither waits
 * for the other. A lane stops when the sink takes no more or no loan is free, and holds no thread meanwhile.
 *
 * <p>With one reader there is one lane of each kind, and what comes is in the order asked for. With more, as many packs and as many blocks are
 * read at once, and come in about that order.
 *
 * <p>Any thread. How many items wait here is bounded by who adds them.
 */
public final class BlockReader implements AutoCloseable {
    private final int packableMax;
    private final ReadQueue small = new ReadQueue();
    private final RangeWork large;
    private final Lanes packs;
    private final Lanes ranges;

    /**
     * A reader with nothing to do.
     *
     * @param lender lends at least one block at a time to each stream
     * @param threads threads that may block on the disk; each lane occupies at most one
     */
    public BlockReader(BlockLender lender, ReadSink sink, PackLayout layout, Sizes sizes, Executor threads) {
        if (sizes.blockBytesMax > lender.blockBytes())
            throw new IllegalArgumentException("blocks are larger than loans");
        this.packableMax = Math.min(sizes.packableBytesMax, sizes.blockBytesMax - layout.dataOffset(1));
        this.large = new RangeWork(sizes.blockBytesMax);
        this.packs = new Lanes(() -> new PackingLane(lender, small, sink, layout, sizes.blockBytesMax, threads));
        this.ranges = new Lanes(() -> new RangeLane(lender, large, sink, this::callRanges, threads));
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
        List<ReadItem> whole = new ArrayList<>();
        List<ReadItem> inRanges = new ArrayList<>();
        for (ReadItem item : items) {
            boolean packed =
                    item.packable() && item.isWhole() && item.expected().size() <= packableMax;
            (packed ? whole : inRanges).add(item);
        }
        if (!whole.isEmpty()) {
            small.add(whole);
            packs.signal();
        }
        if (!inRanges.isEmpty()) {
            large.add(inRanges);
            ranges.signal();
        }
    }

    private void callRanges() {
        ranges.callOthers();
    }

    /** From now on so many readers: packs, and blocks, that are read at once; at least 1. */
    public void useReaders(int number) {
        packs.use(number);
        ranges.use(number);
    }

    /** Forgets these requests; a block that is being read may still reach the sink. */
    public void cancel(Set<RequestId> requests) {
        small.cancel(requests);
        large.cancel(requests);
        resume();
    }

    /** The sink takes blocks again. */
    public void resume() {
        packs.signal();
        ranges.signal();
    }

    /** Returns what the reader did so far. */
    public ReaderLoad load() {
        return packs.load().plus(ranges.load());
    }

    /** Forgets everything and closes files. A block that is being read may still reach the sink. */
    @Override
    public void close() {
        small.clear();
        large.close();
        packs.close();
        ranges.close();
    }
}
