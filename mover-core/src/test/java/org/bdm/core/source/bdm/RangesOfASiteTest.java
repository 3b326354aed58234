package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.read.FileToRead;
import org.bdm.core.read.RangeConsumer;
import org.bdm.core.read.RangeReader;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranges of files of a site, over streams in memory; every block must be back at the end. */
class RangesOfASiteTest {
    private static final int MIB = 1 << 20;
    private static final StorePath PATH = StorePath.ofUtf8("d/a.nc");

    private final MemoryStore store = new MemoryStore();
    private final byte[] content = StoreContent.random(37 * MIB + 5, 7);
    private final FileVersion version = StoreContent.put(store, "d/a.nc", content);
    private final PeerFixture fixture = new PeerFixture(store);
    private final RangeReader reader =
            RangeReader.of(fixture.unopened((session, stream) -> fixture.streams.connect(stream)));

    @AfterEach
    void everyBlockIsBack() {
        reader.close();
        fixture.close();
        await().until(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
    }

    private byte[] bytes(ByteRange range) {
        return Arrays.copyOfRange(content, (int) range.offset(), (int) range.endExclusive());
    }

    private static void copy(ByteBuffer bytes, ByteArrayOutputStream out) {
        byte[] copied = new byte[bytes.remaining()];
        bytes.get(copied);
        out.writeBytes(copied);
    }

    @Test
    void rangesComeInOrderWithTheirDigestsThoughTheyAreLargerThanTheMemory() throws Exception {
        List<ByteRange> ranges = List.of(new ByteRange(20 * MIB + 3, 17 * MIB), new ByteRange(5, 100));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(reader.version(PATH)).contains(version);
        assertThat(reader.version(StorePath.ofUtf8("none"))).isEmpty();

        List<Checksum> digests = reader.read(
                new FileToRead(PATH, version), ranges, ChecksumAlgorithm.SHA256, (offset, bytes) -> copy(bytes, out));

        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (ByteRange range : ranges) expected.writeBytes(bytes(range));
        assertThat(Arrays.equals(out.toByteArray(), expected.toByteArray())).isTrue();
        assertThat(digests).hasSize(2);
        assertThat(digests.get(1).value())
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(bytes(ranges.get(1))));
    }

    @Test
    void aConsumerThatTakesNothingHoldsTheSourceUp() throws Exception {
        int[] free = {Integer.MAX_VALUE};
        RangeConsumer slow = (offset, bytes) -> free[0] = Math.min(free[0], fixture.cache.blocksFree());
        reader.read(
                new FileToRead(PATH, version),
                List.of(new ByteRange(0, content.length)),
                ChecksumAlgorithm.CRC32C,
                slow);
        assertThat(free[0]).as("blocks left for others").isGreaterThan(0);
    }

    @Test
    void aConsumerThatFailsEndsTheReadingAndTheNextWorks() throws Exception {
        FileToRead file = new FileToRead(PATH, version);
        List<ByteRange> range = List.of(new ByteRange(0, 20 * MIB));
        assertThatThrownBy(() -> reader.read(file, range, ChecksumAlgorithm.MD5, (offset, bytes) -> {
                    throw new IOException("full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("full");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        reader.read(file, List.of(new ByteRange(7, 9)), ChecksumAlgorithm.MD5, (offset, bytes) -> copy(bytes, out));
        assertThat(out.toByteArray()).isEqualTo(bytes(new ByteRange(7, 9)));
    }

    @Test
    void anotherVersionIsNotTakenForTheExpectedOne() {
        StoreContent.put(store, "d/a.nc", StoreContent.random(MIB, 8));
        assertThatThrownBy(() -> reader.read(
                        new FileToRead(PATH, version),
                        List.of(new ByteRange(0, 10)),
                        ChecksumAlgorithm.MD5,
                        (offset, bytes) -> {}))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
        assertThatThrownBy(() -> reader.read(
                        new FileToRead(PATH, version),
                        List.of(new ByteRange(0, content.length + 1L)),
                        ChecksumAlgorithm.MD5,
                        (offset, bytes) -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
