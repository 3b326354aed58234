package org.bdm.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of files of a store. Those of a site and of data nodes: RangesOfASiteTest, RangesOfADataNodeTest. */
class RangeReaderTest {
    private static final StorePath PATH = StorePath.ofUtf8("a.nc");

    private final MemoryStore store = new MemoryStore();
    private final RangeReader reader = RangeReader.of(store);

    @Test
    void rangesComeInTheOrderInWhichTheyAreWanted() throws Exception {
        byte[] content = StoreContent.random(3 << 20, 1);
        FileVersion version = StoreContent.put(store, "a.nc", content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<ByteRange> ranges = List.of(new ByteRange(2_000_000, 1_000_000), new ByteRange(0, 3));

        List<Checksum> digests =
                reader.read(new FileToRead(PATH, version), ranges, ChecksumAlgorithm.CRC32C, (offset, bytes) -> {
                    while (bytes.hasRemaining()) out.write(bytes.get());
                });

        assertThat(reader.version(PATH)).contains(version);
        assertThat(digests).hasSize(2);
        byte[] end = Arrays.copyOfRange(out.toByteArray(), 1_000_000, 1_000_003);
        assertThat(end).isEqualTo(Arrays.copyOf(content, 3));
        assertThat(Arrays.equals(out.toByteArray(), 0, 1_000_000, content, 2_000_000, 3_000_000))
                .isTrue();
    }

    @Test
    void aFileThatChangesWhileItIsReadIsNotDone(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("a.nc"), StoreContent.random(2 << 20, 1));
        try (LocalStore local = LocalStore.openReadOnly(new ExportRoot(new ExportName("data"), directory))) {
            RangeReader reading = RangeReader.of(local);
            FileToRead wanted = new FileToRead(PATH, reading.version(PATH).orElseThrow());
            assertThatThrownBy(() -> reading.read(
                            wanted,
                            List.of(new ByteRange(0, 2 << 20)),
                            ChecksumAlgorithm.MD5,
                            (offset, bytes) -> Files.write(file, StoreContent.random(2 << 20, offset + 2))))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
        }
    }

    /** A file of 40 blocks and a bit, in a memory of 16. */
    private static final class OutOfOrder implements AutoCloseable {
        final byte[] content = StoreContent.random(40 * ScriptedSource.BLOCK_BYTES + 5, 9);
        final BlockCache cache = new BlockCache(16, ScriptedSource.BLOCK_BYTES);
        final ScriptedSource source = new ScriptedSource(content, cache.share(new CacheQuota("reading", 0, 16)));
        final RangeReader reader = RangeReader.of(source);
        final FileToRead file = new FileToRead(PATH, new FileVersion(content.length, Instant.EPOCH, Instant.EPOCH, 7));

        byte[] read() throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            reader.read(file, List.of(new ByteRange(0, content.length)), ChecksumAlgorithm.MD5, (offset, bytes) -> {
                assertThat(offset).isEqualTo(out.size());
                while (bytes.hasRemaining()) out.write(bytes.get());
            });
            return out.toByteArray();
        }

        void fails(ErrorCode code) {
            assertThatThrownBy(this::read)
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
        }

        @Override
        public void close() {
            reader.close();
            assertThat(cache.blocksFree()).isEqualTo(cache.blocks());
        }
    }

    @Test
    void blocksThatComeInAnyOrderArePassedOnInOrderAndHolesAsZeros() throws Exception {
        try (OutOfOrder place = new OutOfOrder()) {
            place.source.zeroBlockAt = 3L * ScriptedSource.BLOCK_BYTES;
            byte[] expected = place.content.clone();
            Arrays.fill(expected, 3 * ScriptedSource.BLOCK_BYTES, 4 * ScriptedSource.BLOCK_BYTES, (byte) 0);
            assertThat(Arrays.equals(place.read(), expected)).isTrue();
            assertThat(place.source.wanted).hasSize(6);
        }
    }

    @Test
    void damageALossAndAnotherVersionEndTheReadingAndGiveEveryBlockBack() {
        try (OutOfOrder place = new OutOfOrder()) {
            place.source.damagedBlockAt = 9L * ScriptedSource.BLOCK_BYTES;
            place.fails(ErrorCode.BLOCK_CHECKSUM);
            place.source.damagedBlockAt = -1;
            place.source.lostAt = 10L * ScriptedSource.BLOCK_BYTES;
            place.fails(ErrorCode.CONNECTION_LOST);
            place.source.lostAt = -1;
            place.source.afterwards = new FileVersion(place.content.length, Instant.EPOCH, Instant.MAX, 7);
            place.fails(ErrorCode.SOURCE_CHANGED);
        }
    }
}
