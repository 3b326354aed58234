package org.bdm.core.store.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system is mounted below the export: nothing can be renamed into it from the root. */
class OtherDeviceTest {
    private static final JobId JOB = new JobId(5);
    private static final String NAME = "1-1.part";
    private static final StorePath DESTINATION = StorePath.ofUtf8("archive/tas/tas.nc");

    private TemporaryExport export;
    private Path mounted;
    private LocalStore store;

    @BeforeEach
    void mount(@TempDir Path parent) throws IOException {
        export = new TemporaryExport(parent);
        mounted = Files.createDirectory(export.path().resolve("archive"));
        assumeTrue(isMounted(), "only root may mount a tmpfs");
        store = LocalStore.openWritable(export.root);
    }

    private boolean isMounted() {
        try {
            export.run("mount", "-t", "tmpfs", "-o", "size=4m", "bdm-other", mounted.toString());
            return true;
        } catch (IOException notAllowed) {
            return false;
        }
    }

    @AfterEach
    void unmount() throws IOException {
        if (store == null) {
            export.close();
            return;
        }
        store.close();
        export.run("umount", "-l", mounted.toString());
        export.close();
    }

    @Test
    void roomIsThatOfTheFileSystemThatAFileGoesTo() {
        Room there = store.roomAt(StorePath.ofUtf8("archive/not/made/yet"));
        Room atRoot = store.roomAt(StorePath.ofUtf8("other"));
        assertThat(there.freeBytes()).isBetween(1L, 4L << 20);
        assertThat(there.device()).isNotEqualTo(atRoot.device());
        assertThat(store.roomAt(StorePath.ROOT).device()).isEqualTo(atRoot.device());
    }

    private void reopen() {
        store.close();
        store = LocalStore.openWritable(export.root);
    }

    private static void fill(WorkArea area, String text) {
        try (WritableFile file = area.create(NAME, DESTINATION)) {
            file.write(0, UTF_8.encode(text));
            file.force();
        }
        area.force();
    }

    private void place(WorkArea area, PlaceMode mode) {
        store.makeDirectories(DESTINATION.parent(), 0755);
        area.place(NAME, DESTINATION, mode);
    }

    private Path placed() {
        return mounted.resolve("tas/tas.nc");
    }

    private static List<String> everythingIn(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> !path.equals(directory))
                    .map(path -> directory.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aFileIsPlacedThereFromTheSameDevice() throws IOException {
        WorkArea area = store.workArea(JOB);
        fill(area, "first");
        assertThat(everythingIn(mounted)).containsExactly(".bdm-job-5", ".bdm-job-5/1-1.part");
        place(area, PlaceMode.NEW);
        assertThat(placed()).hasContent("first");

        fill(area, "second");
        assertThatThrownBy(() -> place(area, PlaceMode.NEW))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DESTINATION_EXISTS));
        place(area, PlaceMode.REPLACE);
        assertThat(placed()).hasContent("second");
    }

    @Test
    void filesOfTheRootsDeviceStayInItsWorkArea() throws IOException {
        WorkArea area = store.workArea(JOB);
        area.create(NAME, StorePath.ofUtf8("near/tas.nc")).close();
        assertThat(everythingIn(mounted)).isEmpty();
        assertThat(export.path().resolve(".bdm/job-5/" + NAME)).exists();
    }

    @Test
    void workInProgressIsNotListed() {
        fill(store.workArea(JOB), "half");
        assertThat(store.list(StorePath.ofUtf8("archive"), null, 10).entries()).isEmpty();
        assertThat(store.status(StorePath.ofUtf8("archive/.bdm-job-5"))).isEmpty();
        assertThat(store.status(StorePath.ofUtf8("archive/.bdm-job-5/1-1.part")))
                .isEmpty();
    }

    @Test
    void afterADeathTheFileIsFoundAgainAndPlaced() {
        fill(store.workArea(JOB), "goes on");
        reopen();
        WorkArea area = store.workArea(JOB);
        assertThat(area.names()).containsExactly(NAME);
        try (WritableFile file = area.open(NAME).orElseThrow()) {
            ByteBuffer bytes = ByteBuffer.allocate(20);
            assertThat(file.read(0, bytes)).isEqualTo(7);
            assertThat(file.abilities().memoryOnly()).isTrue();
        }
        place(area, PlaceMode.NEW);
        assertThat(placed()).hasContent("goes on");
    }

    @Test
    void nothingIsLeftWhenTheAreaIsRemoved() throws IOException {
        fill(store.workArea(JOB), "cancelled");
        reopen();
        store.workArea(JOB).remove();
        assertThat(everythingIn(export.path())).containsExactly("archive");
    }

    @Test
    void aLinkIsReplacedThereInOneStep() throws IOException {
        WorkArea area = store.workArea(JOB);
        StorePath link = StorePath.ofUtf8("archive/latest");
        area.placeSymbolicLink("v1".getBytes(UTF_8), link, PlaceMode.NEW);
        area.placeSymbolicLink("v2".getBytes(UTF_8), link, PlaceMode.REPLACE);
        assertThat(Files.readSymbolicLink(mounted.resolve("latest"))).hasToString("v2");
        area.remove();
        assertThat(everythingIn(export.path())).containsExactly("archive", "archive/latest");
    }

    @Test
    void aBindMountOfTheSameDeviceIsAnotherPlaceToo() throws IOException {
        Path elsewhere = Files.createDirectory(export.directory.resolve("elsewhere"));
        Path bound = Files.createDirectory(export.path().resolve("bound"));
        export.run("mount", "--bind", elsewhere.toString(), bound.toString());
        try {
            StorePath destination = StorePath.ofUtf8("bound/tas.nc");
            WorkArea area = store.workArea(JOB);
            area.create(NAME, destination).close();
            area.place(NAME, destination, PlaceMode.NEW);
            assertThat(everythingIn(elsewhere)).containsExactly(".bdm-job-5", "tas.nc");
            area.remove();
            assertThat(everythingIn(elsewhere)).containsExactly("tas.nc");
        } finally {
            export.run("umount", "-l", bound.toString());
        }
    }

    @Test
    void whatIsMountedLaterIsFoundAtTheLatestWhenAFileCannotBePlaced() throws IOException {
        Path late = Files.createDirectory(export.path().resolve("late"));
        StorePath destination = StorePath.ofUtf8("late/v1/tas.nc");
        WorkArea area = store.workArea(JOB);
        area.create(NAME, destination).close();
        export.run("mount", "-t", "tmpfs", "-o", "size=4m", "bdm-late", late.toString());
        try {
            store.makeDirectories(destination.parent(), 0755);
            assertThatThrownBy(() -> area.place(NAME, destination, PlaceMode.NEW))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
            area.create("2-1.part", destination).close();
            area.place("2-1.part", destination, PlaceMode.NEW);
            assertThat(everythingIn(late)).containsExactly(".bdm-job-5", "v1", "v1/tas.nc");
        } finally {
            store.close();
            export.run("umount", "-l", late.toString());
        }
    }

    @Test
    void inMemoryAForceMakesNoCall() {
        WorkArea area = store.workArea(JOB);
        try (WritableFile file = area.create(NAME, DESTINATION)) {
            long before = SystemCall.SYNC.made();
            file.force();
            assertThat(SystemCall.SYNC.made()).isEqualTo(before);
        }
    }
}
