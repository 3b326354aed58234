package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measurement reads existing files that may be read, one behind the other, over and over. */
class FileSampleTest {
    private static final int SIZE = (int) FileSample.FILE_BYTES_MIN;

    @TempDir
    Path directory;

    private void file(String name, int size, int value) throws IOException {
        byte[] bytes = new byte[size];
        java.util.Arrays.fill(bytes, (byte) value);
        Path path = directory.resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
    }

    private BenchStore bench(LocalStore store, String prefix) {
        Access.Readable place = new Access.Readable(store, List.of(StorePath.ofUtf8(prefix)));
        return new BenchStore(() -> FileSample.find(Map.of("data", place)));
    }

    private LocalStore store() {
        return LocalStore.openWritable(new ExportRoot(new ExportName("data"), directory));
    }

    @Test
    void theFilesFollowOneAnotherAndBeginAgain() throws IOException {
        file("in/a", SIZE, 1);
        file("in/deep/b", SIZE + 10, 2);
        file("in/small", 100, 3);
        file("out/c", SIZE, 4);
        try (LocalStore store = store();
                ReadableFile disk = bench(store, "in").open(BenchStore.DISK)) {
            ByteBuffer all = ByteBuffer.allocate(5 * SIZE);
            assertThat(disk.read(0, all)).isEqualTo(5 * SIZE);
            byte[] read = all.array();
            assertThat(read[0]).isEqualTo((byte) 1);
            assertThat(read[SIZE - 1]).isEqualTo((byte) 1);
            assertThat(read[SIZE]).isEqualTo((byte) 2);
            assertThat(read[2 * SIZE + 9]).isEqualTo((byte) 2);
            assertThat(read[2 * SIZE + 10]).isEqualTo((byte) 1);
            ByteBuffer far = ByteBuffer.allocate(1);
            disk.read(7L * (2 * SIZE + 10) + SIZE, far);
            assertThat(far.get(0)).isEqualTo((byte) 2);
        }
    }

    @Test
    void saysWhatItReadsAndThatTheKernelDropsItBefore() throws IOException {
        file("in/a", SIZE, 1);
        try (LocalStore store = store()) {
            byte[] about =
                    bench(store, "in").status(BenchStore.ABOUT).orElseThrow().linkTarget();
            assertThat(new String(about, StandardCharsets.UTF_8))
                    .isEqualTo("reads 1 existing file, 0.0 GiB, of data, dropped from the page cache before each time");
        }
    }

    @Test
    void refusesWhereNothingCanBeRead() throws IOException {
        file("in/small", 100, 3);
        try (LocalStore store = store()) {
            assertThatThrownBy(() -> bench(store, "in").open(BenchStore.DISK))
                    .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_NOT_FOUND)
                    .hasMessageContaining("--mode mem-mem");
        }
    }
}
