package org.bdm.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.block.ByteRange;
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
}
