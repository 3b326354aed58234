package org.bdm.core.store.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.BatchPlacer;
import org.bdm.core.store.HomeMark;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking and placing by directories that are opened once for many entries. */
class BatchesTest {
    private TemporaryExport export;
    private LocalStore store;
    private WorkArea area;

    @BeforeEach
    void open(@TempDir Path parent) throws IOException {
        export = new TemporaryExport(parent);
        store = LocalStore.openWritable(export.root);
        area = store.workArea(new JobId(1));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        export.close();
    }

    private static StorePath path(String text) {
        return StorePath.ofUtf8(text);
    }

    private void make(String name) {
        try (WritableFile file = area.create(name)) {
            file.write(0, UTF_8.encode(name));
        }
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(export.path().resolve(name));
    }

    private static long openDescriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }

    private static void assertFails(ErrorCode code, Runnable act) {
        assertThatThrownBy(act::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aLookShowsWhatStatusShows() throws IOException {
        Files.writeString(directory("a/b").resolve("f"), "12345");
        Files.createSymbolicLink(export.path().resolve("a/link"), Path.of("b"));
        directory("a/home");
        Files.writeString(export.path().resolve("a/home").resolve(HomeMark.NAME.shown()), HomeMark.CONTENT);
        directory(".bdm/job-1");
        try (BatchLook look = store.look()) {
            for (String each : new String[] {
                "a", "a/b", "a/b/f", "a/b/none", "a/link", "none/f", "none/g", "a/home", "a/home/x", ".bdm/job-1"
            }) {
                assertThat(look.status(path(each)))
                        .as(each)
                        .usingRecursiveComparison()
                        .isEqualTo(store.status(path(each)));
            }
            assertThat(look.status(StorePath.ROOT)).isPresent();
            assertFails(ErrorCode.NOT_A_DIRECTORY, () -> look.status(path("a/b/f/g")));
            assertFails(ErrorCode.PATH_BLOCKED, () -> look.status(path("a/link/f")));
        }
    }

    @Test
    void aLookNoticesThatTheExportHasGone() throws IOException {
        directory("a");
        Files.move(export.path(), export.directory.resolve("elsewhere"));
        try (BatchLook look = store.look()) {
            assertFails(ErrorCode.EXPORT_MISSING, () -> look.status(path("a/f")));
            assertFails(ErrorCode.EXPORT_MISSING, () -> look.status(path("none/f")));
        }
    }

    @Test
    void manyDirectoriesTakeFewDescriptorsWhichAreGivenBack() throws IOException {
        for (int i = 0; i < 100; i++) directory("d" + i);
        long before = openDescriptors();
        try (BatchLook look = store.look();
                BatchPlacer placer = area.placer()) {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 100; i++) {
                    String name = "part-" + round + "-" + i;
                    make(name);
                    placer.place(name, path("d" + i + "/" + name), PlaceMode.NEW);
                    assertThat(look.status(path("d" + i + "/" + name))).isPresent();
                }
            }
            assertThat(openDescriptors()).isBetween(before, before + 2 * DirectoryHandles.HANDLES_MAX + 5);
        }
        assertThat(openDescriptors()).isLessThan(before + 5);
    }

    @Test
    void whatIsPlacedInADirectoryThatWasMovedAwayIsNotSeenByALookAfterwards() throws IOException {
        Path moved = directory("a");
        try (BatchPlacer placer = area.placer()) {
            make("part-1");
            placer.place("part-1", path("a/one"), PlaceMode.NEW);
            Files.move(moved, export.directory.resolve("outside"));
            directory("a");
            make("part-2");
            placer.place("part-2", path("a/two"), PlaceMode.NEW);
        }
        try (BatchLook look = store.look()) {
            assertThat(look.status(path("a/one"))).isEmpty();
            assertThat(look.status(path("a/two"))).isEmpty();
        }
    }

    @Test
    void nothingIsPlacedThroughALinkOrUnderAReservedNameOrOverAFile() throws IOException {
        Files.createSymbolicLink(export.path().resolve("link"), export.directory);
        Files.writeString(directory("a").resolve("f"), "old");
        make("part-1");
        try (BatchPlacer placer = area.placer()) {
            assertFails(ErrorCode.PATH_BLOCKED, () -> placer.place("part-1", path("link/x"), PlaceMode.NEW));
            assertFails(ErrorCode.INVALID_PATH, () -> placer.place("part-1", path("a/.bdm-job-1"), PlaceMode.NEW));
            assertFails(ErrorCode.INVALID_PATH, () -> placer.place("part-1", path(".bdm/x"), PlaceMode.NEW));
            assertFails(ErrorCode.INVALID_PATH, () -> placer.place("part-1", StorePath.ROOT, PlaceMode.NEW));
            assertFails(ErrorCode.DESTINATION_EXISTS, () -> placer.place("part-1", path("a/f"), PlaceMode.NEW));
            placer.place("part-1", path("a/.bdm-job-x"), PlaceMode.NEW);
            assertFails(ErrorCode.INVALID_PATH, () -> placer.place("part-2", path("a/.bdm-job-2"), PlaceMode.NEW));
        }
        assertThat(export.path().resolve("a/f")).hasContent("old");
        assertThat(export.directory.resolve("x")).doesNotExist();
    }
}
