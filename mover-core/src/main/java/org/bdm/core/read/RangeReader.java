package org.bdm.core.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;

/**
 * Reads ranges of files of a place into a consumer: in the order in which they are wanted, each from its first byte to its last, and at the pace
 * of the consumer. Belongs to one thread at a time; calls block.
 *
 * <p>Errors are {@link org.bdm.core.fault.MoverException}: those of the place, SOURCE_CHANGED for another version than the expected one, BLOCK_CHECKSUM
 * for bytes that arrived damaged, CONNECTION_LOST, TIMED_OUT. After an error the same may be read again; nothing is resumed.
 */
public final class RangeReader implements AutoCloseable {
    private final RangePlace place;

    private RangeReader(RangePlace place) {
        this.place = place;
    }

    /** Reads from an export of this machine, which stays open. */
    public static RangeReader of(Store store) {
        return new RangeReader(new StorePlace(store));
    }

    /**
     * Reads from a site, or from data nodes. Opens the source, and closes it in the end. Of its blocks at most 16 are on loan: the memory that it
     * was given must have as many.
     */
    public static RangeReader of(BlockSource source) {
        return new RangeReader(BlockSourcePlace.opened(source));
    }

    /** The version of a regular file as it is now; empty if there is none. Of data nodes this cannot be asked. */
    public Optional<FileVersion> version(StorePath path) {
        return place.version(path);
    }

    /**
     * Reads ranges.
     *
     * @param ranges in any order, inside of the file; they may overlap
     * @return the digest of each range, in their order
     * @throws IOException only what the consumer throws
     * @throws IllegalArgumentException if a range ends behind the end of the file
     */
    public List<Checksum> read(
            FileToRead file, List<ByteRange> ranges, ChecksumAlgorithm algorithm, RangeConsumer consumer)
            throws IOException {
        for (ByteRange range : ranges) {
            if (range.endExclusive() > file.expected().size())
                throw new IllegalArgumentException(
                        range + " ends behind the " + file.expected().size() + " bytes of " + file.path());
        }
        List<Checksum> digests = new ArrayList<>();
        for (ByteRange range : ranges) {
            RunningDigest digest = RunningDigest.of(algorithm);
            place.read(file, range, (offset, bytes) -> {
                digest.update(bytes.duplicate());
                consumer.accept(offset, bytes);
            });
            digests.add(digest.finish());
        }
        return digests;
    }

    @Override
    public void close() {
        place.close();
    }
}
