package org.bdm.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link WritableStore} does. A test class of each store extends it. */
public abstract class StoreContract extends StoreReadingContract {
    // --- sizes and holes

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4095, 4096, 4097, (1L << 31) + 1, (1L << 32) + 1})
    void keepsFilesOfAnySize(long size) {
        try (WritableFile file = area().create("part-1")) {
            file.resize(size);
            if (size > 0) write(file, size - 1, "z");
            file.force();
            assertThat(file.size()).isEqualTo(size);
        }
        area().place("part-1", path("sparse.nc"), PlaceMode.NEW);
        assertThat(store().status(path("sparse.nc")).orElseThrow().version().size())
                .isEqualTo(size);
        try (ReadableFile file = store().open(path("sparse.nc"))) {
            if (size == 0) return;
            ByteBuffer last = ByteBuffer.allocate(2);
            assertThat(file.read(size - 1, last)).isEqualTo(1);
            assertThat(last.get(0)).isEqualTo((byte) 'z');
            long data = file.holeEnd(0);
            assertThat(data).isBetween(0L, size - 1);
            if (size > 1L << 30) assertThat(data).isGreaterThan(size - (1 << 20));
            assertThat(file.holeEnd(size - 1)).isEqualTo(size - 1);
        }
    }

    @Test
    void aFileThatIsAllHoleEndsItAtItsSize() {
        try (WritableFile file = area().create("part-1")) {
            file.resize(1 << 20);
            file.force();
        }
        area().place("part-1", path("hole.nc"), PlaceMode.NEW);
        try (ReadableFile file = store().open(path("hole.nc"))) {
            assertThat(file.holeEnd(5)).isEqualTo(1 << 20);
            assertThat(file.holeEnd(1 << 20)).isEqualTo(1 << 20);
        }
    }

    @Test
    void reservingDoesNotChangeTheSizeAndResizingCuts() {
        try (WritableFile file = area().create("part-1")) {
            file.reserve(new ByteRange(0, 100_000));
            assertThat(file.size()).isZero();
            write(file, 0, "123456");
            file.resize(3);
            file.resize(5);
            ByteBuffer all = ByteBuffer.allocate(10);
            assertThat(file.read(0, all)).isEqualTo(5);
            assertThat(Arrays.copyOf(all.array(), 5)).isEqualTo(new byte[] {'1', '2', '3', 0, 0});
        }
    }

    @Test
    void aHoleMadeInAFileReadsAsZerosAndIsToldAsOne() {
        try (WritableFile file = area().create("part-1")) {
            file.resize(1 << 20);
            file.reserve(new ByteRange(0, 1 << 20));
            write(file, 0, "a".repeat(300_000));
            file.makeHole(new ByteRange(4096, (1 << 20) - 4096));
            file.force();
            ByteBuffer all = ByteBuffer.allocate(1 << 20);
            assertThat(file.read(0, all)).isEqualTo(1 << 20);
            byte[] expected = new byte[1 << 20];
            Arrays.fill(expected, 0, 4096, (byte) 'a');
            assertThat(all.array()).isEqualTo(expected);
            assertThat(file.size()).isEqualTo(1 << 20);
            assertThat(file.holeEnd(0)).isZero();
            assertThat(file.holeEnd(1 << 16)).isEqualTo(1 << 20);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 1_000_001, 2_097_152, 3_333_333})
    void readsBackExactlyWhatWasForced(int size) {
        byte[] content = new byte[size];
        for (int i = 0; i < size; i++) content[i] = (byte) ((i * 7) ^ (i >> 9));
        try (WritableFile file = area().create("part-1")) {
            file.write(0, ByteBuffer.wrap(content));
            file.force();
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            file.readBack(piece -> {
                byte[] bytes = new byte[piece.remaining()];
                piece.get(bytes);
                seen.writeBytes(bytes);
            });
            assertThat(seen.toByteArray()).isEqualTo(content);
        }
    }

    // --- directories

    @Test
    void makesDirectoriesWithExactlyTheModeAsked() {
        store().makeDirectories(path("a/b"), 02755);
        store().makeDirectories(path("c"), 0777);

        assertThat(store().status(path("a")).orElseThrow().mode()).isEqualTo(02755);
        assertThat(store().status(path("a/b")).orElseThrow().mode()).isEqualTo(02755);
        assertThat(store().status(path("c")).orElseThrow().mode()).isEqualTo(0777);
    }

    @Test
    void namesTheDirectoriesToForceUntilTheyAreForced() {
        List<StorePath> all = List.of(StorePath.ROOT, path("a"), path("a/b"));
        assertThat(store().makeDirectories(path("a/b/c"), 0755)).isEqualTo(all);
        assertThat(store().makeDirectories(path("a/b/c"), 0755))
                .as("not forced yet: whoever places a file below must see to it")
                .isEqualTo(all);

        for (StorePath directory : all) store().forceDirectory(directory);

        assertThat(store().makeDirectories(path("a/b/c"), 0755)).isEmpty();
        assertThat(store().makeDirectories(path("a/b/d"), 0755)).containsExactly(path("a/b"));
        assertThat(store().makeDirectories(StorePath.ROOT, 0755)).isEmpty();
    }

    @Test
    void setsTimeAndModeOfADirectory() {
        put("a/tas.nc", "x");
        store().setDirectoryAttributes(path("a"), LONG_AGO, 0750);
        store().forceDirectory(path("a"));
        assertThat(store().status(path("a")).orElseThrow().version().modified()).isEqualTo(LONG_AGO);
        assertThat(store().status(path("a")).orElseThrow().mode()).isEqualTo(0750);

        store().setDirectoryAttributes(path("a"), LONG_AGO.plusSeconds(1), -1);
        assertThat(store().status(path("a")).orElseThrow().mode()).isEqualTo(0750);
    }

    @Test
    void tellsFreeSpace() {
        assertThat(store().freeBytes()).isPositive();
        Room room = store().roomAt(path("missing/directory"));
        assertThat(room.freeBytes()).isPositive();
        assertThat(store().roomAt(StorePath.ROOT).device()).isEqualTo(room.device());
    }

    // --- after close

    @Test
    void nothingCanBeReadOrWrittenAfterClose() {
        put("tas.nc", "x");
        ReadableFile reader = store().open(path("tas.nc"));
        reader.close();
        reader.close();
        assertFails(ErrorCode.INTERNAL, () -> reader.read(0, ByteBuffer.allocate(1)));
        WritableFile writer = area().create("part-1");
        writer.close();
        assertFails(ErrorCode.INTERNAL, () -> write(writer, 0, "x"));
        assertFails(ErrorCode.INTERNAL, writer::force);
    }
}
