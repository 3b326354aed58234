package org.bdm.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link WritableStore} does. A test class of each store extends it. */
public abstract class StoreContract {
    /** A time that every file system keeps, with nanoseconds. */
    protected static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06.123456789Z");

    protected static final JobId JOB = new JobId(7);

    private WritableStore store;

    /** A new empty store. */
    protected abstract WritableStore newStore() throws Exception;

    /** Ends what {@link #newStore} began. */
    protected abstract void closeStore(WritableStore store) throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = newStore();
    }

    @AfterEach
    void endStore() throws Exception {
        closeStore(store);
    }

    protected final WritableStore store() {
        return store;
    }

    // --- writing and placing

    @Test
    void placesAFileWithItsBytesItsTimeAndItsMode() {
        put("a/b/tas.nc", "temperature");

        FileStatus status = store.status(path("a/b/tas.nc")).orElseThrow();
        assertThat(status.kind()).isEqualTo(FileKind.FILE);
        assertThat(status.version().size()).isEqualTo(11);
        assertThat(status.version().modified()).isEqualTo(LONG_AGO);
        assertThat(status.mode()).isEqualTo(0640);
        assertThat(text("a/b/tas.nc")).isEqualTo("temperature");
    }

    @Test
    void fileIsInvisibleUnderItsFinalNameUntilPlaced() {
        try (WritableFile file = area().create("part-1")) {
            write(file, 0, "half");
            assertThat(store.list(StorePath.ROOT, null, 10).entries()).isEmpty();
            assertThat(store.status(path("tas.nc"))).isEmpty();
        }
    }

    @Test
    void placingNewRefusesAnExistingFileAndChangesNothing() {
        put("tas.nc", "old");
        temporary("part-1", "new");

        assertFails(ErrorCode.DESTINATION_EXISTS, () -> area().place("part-1", path("tas.nc"), PlaceMode.NEW));

        assertThat(text("tas.nc")).isEqualTo("old");
        assertThat(area().names()).containsExactly("part-1");
    }

    @Test
    void placingNewRefusesAnExistingSymbolicLinkEvenADanglingOne() {
        area().placeSymbolicLink("nowhere".getBytes(UTF_8), path("tas.nc"), PlaceMode.NEW);
        temporary("part-1", "new");

        assertFails(ErrorCode.DESTINATION_EXISTS, () -> area().place("part-1", path("tas.nc"), PlaceMode.NEW));
    }

    @Test
    void placingInsteadGivesTheNewBytesWhileAnOpenReaderKeepsTheOld() {
        put("tas.nc", "old");
        try (ReadableFile reader = store.open(path("tas.nc"))) {
            temporary("part-1", "newer");
            area().place("part-1", path("tas.nc"), PlaceMode.REPLACE);

            assertThat(text(reader)).isEqualTo("old");
        }
        assertThat(text("tas.nc")).isEqualTo("newer");
        assertThat(area().names()).isEmpty();
    }

    @Test
    void placingInsteadReplacesASymbolicLinkAndNotItsTarget() {
        put("target.nc", "untouched");
        area().placeSymbolicLink("target.nc".getBytes(UTF_8), path("tas.nc"), PlaceMode.NEW);
        temporary("part-1", "new");

        area().place("part-1", path("tas.nc"), PlaceMode.REPLACE);

        assertThat(store.status(path("tas.nc")).orElseThrow().kind()).isEqualTo(FileKind.FILE);
        assertThat(text("target.nc")).isEqualTo("untouched");
    }

    @Test
    void neverReplacesADirectory() {
        store.makeDirectories(path("tas.nc"), 0755);
        temporary("part-1", "new");

        assertFails(ErrorCode.DESTINATION_EXISTS, () -> area().place("part-1", path("tas.nc"), PlaceMode.REPLACE));
        assertFails(ErrorCode.DESTINATION_EXISTS, () -> area().place("part-1", path("tas.nc"), PlaceMode.NEW));
    }

    @Test
    void placingIntoADirectoryThatIsMissingFails() {
        temporary("part-1", "new");

        assertFails(ErrorCode.WRITE_ERROR, () -> area().place("part-1", path("missing/tas.nc"), PlaceMode.NEW));
    }

    @Test
    void placingBelowAFileIsBlocked() {
        put("tas.nc", "old");
        temporary("part-1", "new");

        assertFails(ErrorCode.PATH_BLOCKED, () -> area().place("part-1", path("tas.nc/x"), PlaceMode.NEW));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store.makeDirectories(path("tas.nc/x"), 0755));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store.makeDirectories(path("tas.nc"), 0755));
    }

    @Test
    void placesSymbolicLinksByteForByteAndReplacesThem() {
        byte[] odd = {'.', '.', '/', (byte) 0xff, '\n'};
        area().placeSymbolicLink(odd, path("latest"), PlaceMode.NEW);
        assertThat(store.status(path("latest")).orElseThrow().kind()).isEqualTo(FileKind.SYMBOLIC_LINK);
        assertThat(store.status(path("latest")).orElseThrow().linkTarget()).isEqualTo(odd);

        byte[] other = "v2".getBytes(UTF_8);
        assertFails(ErrorCode.DESTINATION_EXISTS, () -> area().placeSymbolicLink(other, path("latest"), PlaceMode.NEW));
        area().placeSymbolicLink(other, path("latest"), PlaceMode.REPLACE);
        assertThat(store.status(path("latest")).orElseThrow().linkTarget()).isEqualTo(other);
        assertThat(area().names()).isEmpty();
    }

    @Test
    void refusesASymbolicLinkWithoutTargetOrWithNul() {
        assertFails(ErrorCode.INVALID_PATH, () -> area().placeSymbolicLink(new byte[0], path("latest"), PlaceMode.NEW));
        assertFails(
                ErrorCode.INVALID_PATH,
                () -> area().placeSymbolicLink(new byte[] {'a', 0}, path("latest"), PlaceMode.NEW));
    }

    // --- work areas

    @Test
    void createGivesAnEmptyFileWithANewInodeWhenOneWasLeft() {
        long before;
        try (WritableFile left = area().create("part-1")) {
            write(left, 0, "left over");
            before = left.inode();
            try (WritableFile again = area().create("part-1")) {
                assertThat(again.size()).isZero();
                assertThat(again.inode()).isNotEqualTo(before);
            }
        }
    }

    @Test
    void opensAFileOfAnEarlierRunWithItsBytesAndInode() {
        long inode;
        try (WritableFile file = area().create("part-1")) {
            write(file, 3, "abc");
            inode = file.inode();
        }
        try (WritableFile file = area().open("part-1").orElseThrow()) {
            assertThat(file.inode()).isEqualTo(inode);
            assertThat(file.name()).isEqualTo("part-1");
            assertThat(file.size()).isEqualTo(6);
            ByteBuffer all = ByteBuffer.allocate(10);
            assertThat(file.read(0, all)).isEqualTo(6);
            assertThat(Arrays.copyOf(all.array(), 6)).isEqualTo(new byte[] {0, 0, 0, 'a', 'b', 'c'});
        }
        assertThat(area().open("part-2")).isEmpty();
    }

    @Test
    void deletesFilesAndDoesNotMindMissingOnes() {
        temporary("part-1", "x");
        area().delete("part-1");
        area().delete("part-1");
        assertThat(area().names()).isEmpty();
    }

    @Test
    void workAreasAreListedUntilRemoved() {
        assertThat(store.workAreas()).isEmpty();
        temporary("part-1", "x");
        store.workArea(new JobId(12)).create("journal").close();
        assertThat(store.workAreas()).containsExactlyInAnyOrder(JOB, new JobId(12));

        area().force();
        area().remove();

        assertThat(store.workAreas()).containsExactly(new JobId(12));
        assertThat(store.workArea(JOB).names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "../x", ".hidden", "a\u0000", "näme"})
    void refusesNamesThatAreNotOurs(String name) {
        assertThatThrownBy(() -> area().create(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> area().open(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> area().delete(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void reservedDirectoryIsInvisibleAndOutOfReach() {
        temporary("part-1", "secret");

        StorePath reserved = path(".bdm");
        StorePath inside = path(".bdm/job-7/part-1");
        assertThat(store.list(StorePath.ROOT, null, 10).entries()).isEmpty();
        assertThat(store.status(reserved)).isEmpty();
        assertThat(store.status(inside)).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.list(reserved, null, 10));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.open(inside));
        assertFails(ErrorCode.INVALID_PATH, () -> store.makeDirectories(path(".bdm/x"), 0755));
        assertFails(ErrorCode.INVALID_PATH, () -> store.forceDirectory(reserved));
        assertFails(ErrorCode.INVALID_PATH, () -> store.setDirectoryAttributes(reserved, LONG_AGO, 0777));
        assertFails(ErrorCode.INVALID_PATH, () -> area().place("part-1", path(".bdm/x"), PlaceMode.NEW));
        assertFails(ErrorCode.INVALID_PATH, () -> area().place("part-1", reserved, PlaceMode.REPLACE));
        assertFails(
                ErrorCode.INVALID_PATH,
                () -> area().placeSymbolicLink(new byte[] {'x'}, path(".bdm/x"), PlaceMode.NEW));
    }

    @Test
    void reservedNameFurtherBelowIsAnOrdinaryName() {
        put("a/.bdm", "mine");
        assertThat(text("a/.bdm")).isEqualTo("mine");
        assertThat(names("a")).containsExactly(".bdm");
    }

    @Test
    void whatLiesInWorkOnAnotherDeviceIsInvisibleWhereverItIs() {
        StorePath part = path("a").child(ReservedName.partOf(new JobId(7)));
        put("a/.bdm-job", "mine");
        assertThat(store.status(part)).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.list(part, null, 10));
        assertFails(ErrorCode.INVALID_PATH, () -> store.makeDirectories(part, 0755));
        assertThat(names("a")).containsExactly(".bdm-job");
    }

    // --- reading

    @Test
    void readsAnyPartIntoDirectAndHeapBuffersAtTheirPosition() {
        put("tas.nc", "0123456789");
        try (ReadableFile file = store.open(path("tas.nc"))) {
            for (ByteBuffer buffer : List.of(ByteBuffer.allocate(8), ByteBuffer.allocateDirect(8))) {
                buffer.put((byte) '<').limit(5);
                assertThat(file.read(3, buffer)).isEqualTo(4);
                assertThat(buffer.position()).isEqualTo(5);
                assertThat(UTF_8.decode(buffer.flip()).toString()).isEqualTo("<3456");
            }
            ByteBuffer slice = ByteBuffer.allocateDirect(16).position(4).slice();
            assertThat(file.read(8, slice)).isEqualTo(2);
            assertThat(UTF_8.decode(slice.flip()).toString()).isEqualTo("89");
            assertThat(file.read(10, ByteBuffer.allocate(1))).isZero();
            assertThat(file.read(99, ByteBuffer.allocate(1))).isZero();
        }
    }

    @Test
    void writesFromDirectAndHeapBuffersAtTheirPosition() {
        byte[] many = new byte[300_000];
        for (int i = 0; i < many.length; i++) many[i] = (byte) ((i * 31) >> 3);
        try (WritableFile file = area().create("part-1")) {
            ByteBuffer heap = ByteBuffer.wrap(many).position(100);
            file.write(100, heap);
            assertThat(heap.hasRemaining()).isFalse();
            ByteBuffer direct = ByteBuffer.allocateDirect(200)
                    .position(100)
                    .put(many, 0, 100)
                    .flip()
                    .position(100);
            file.write(0, direct);
            assertThat(direct.hasRemaining()).isFalse();
            ByteBuffer back = ByteBuffer.allocate(many.length + 1);
            assertThat(file.read(0, back)).isEqualTo(many.length);
            assertThat(Arrays.copyOf(back.array(), many.length)).isEqualTo(many);
        }
    }

    @Test
    void saysWhatIsMissingAndWhatIsOfAnotherKind() {
        put("a/tas.nc", "x");
        area().placeSymbolicLink("a".getBytes(UTF_8), path("link"), PlaceMode.NEW);

        assertThat(store.status(path("b"))).isEmpty();
        assertThat(store.status(path("b/c"))).isEmpty();
        assertThat(store.status(StorePath.ROOT)).map(FileStatus::kind).contains(FileKind.DIRECTORY);
        assertFails(ErrorCode.NOT_A_DIRECTORY, () -> store.status(path("a/tas.nc/c")));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.open(path("b")));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store.list(path("b"), null, 1));
        assertFails(ErrorCode.IS_A_DIRECTORY, () -> store.open(path("a")));
        assertFails(ErrorCode.IS_A_DIRECTORY, () -> store.open(StorePath.ROOT));
        assertFails(ErrorCode.NOT_A_DIRECTORY, () -> store.list(path("a/tas.nc"), null, 1));
    }

    @Test
    void neverFollowsASymbolicLinkOnTheWayOrAtTheEnd() {
        put("a/tas.nc", "x");
        area().placeSymbolicLink("a".getBytes(UTF_8), path("link"), PlaceMode.NEW);
        area().placeSymbolicLink("tas.nc".getBytes(UTF_8), path("a/link.nc"), PlaceMode.NEW);
        temporary("part-1", "new");

        assertFails(ErrorCode.PATH_BLOCKED, () -> store.open(path("a/link.nc")));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store.open(path("link/tas.nc")));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store.status(path("link/tas.nc")));
        assertFails(ErrorCode.PATH_BLOCKED, () -> area().place("part-1", path("link/x.nc"), PlaceMode.NEW));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store.makeDirectories(path("link/x"), 0755));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store.makeDirectories(path("link"), 0755));
    }

    @Test
    void listingASymbolicLinkToADirectoryFails() {
        put("a/tas.nc", "x");
        area().placeSymbolicLink("a".getBytes(UTF_8), path("link"), PlaceMode.NEW);

        assertThatThrownBy(() -> store.list(path("link"), null, 1))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).isIn(ErrorCode.PATH_BLOCKED, ErrorCode.NOT_A_DIRECTORY));
    }

    @Test
    void errorsNameTheExportAndThePathEscaped() {
        assertThatThrownBy(() -> store.open(StorePath.of(new byte[] {'a', (byte) 0xff, '\n'})))
                .hasMessageContaining(":/a%ff%0a");
    }

    @Test
    void listsInPagesByUnsignedBytesAndGoesOnAfterAnyName() {
        List<FileName> names = new ArrayList<>();
        for (int i = 1; i < 256; i++) {
            if (i == '/' || i == '.') continue;
            names.add(FileName.of(new byte[] {(byte) i}));
            names.add(FileName.of(new byte[] {(byte) i, 'x'}));
        }
        for (FileName name : names) put(new StorePath(List.of(FileName.ofUtf8("d"), name)), "x");

        List<FileName> listed = new ArrayList<>();
        FileName after = null;
        DirectoryPage page;
        do {
            page = store.list(path("d"), after, 7);
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(7);
            for (DirectoryEntry entry : page.entries()) listed.add(entry.name());
            after = listed.get(listed.size() - 1);
        } while (!page.isLast());

        assertThat(listed).containsExactlyElementsOf(names);
        DirectoryPage rest = store.list(path("d"), FileName.ofUtf8("yy"), 1000);
        assertThat(rest.entries().get(0).name()).isEqualTo(FileName.ofUtf8("z"));
    }

    @Test
    void listingSeesWhatChangedBetweenPages() {
        for (String name : List.of("a", "c", "e", "g")) put("d/" + name, "x");
        assertThat(store.list(path("d"), null, 2).isLast()).isFalse();

        put("d/f", "x");

        assertThat(store.list(path("d"), FileName.ofUtf8("c"), 9).entries())
                .extracting(entry -> entry.name().shown())
                .containsExactly("e", "f", "g");
    }

    @Test
    void listsAnEmptyDirectoryAsOneEmptyLastPage() {
        store.makeDirectories(path("empty"), 0755);
        assertThat(store.list(path("empty"), null, 1)).isEqualTo(new DirectoryPage(List.of(), true));
    }

    @Test
    void aFullLastPageIsTheLast() {
        put("a", "x");
        put("b", "x");
        assertThat(store.list(StorePath.ROOT, null, 2).isLast()).isTrue();
    }

    @Test
    void keepsAnyNameByteForByte() {
        List<FileName> names = List.of(
                FileName.of(new byte[] {(byte) 0xff, (byte) 0xfe}),
                FileName.ofUtf8("line\nbreak"),
                FileName.ofUtf8("-rf"),
                FileName.ofUtf8("%2e"),
                FileName.ofUtf8("e\u0301"),
                FileName.ofUtf8("\u00e9"),
                FileName.ofUtf8("trailing. "),
                FileName.ofUtf8("\\"),
                FileName.ofUtf8("...\t~"),
                FileName.of("n".repeat(255).getBytes(UTF_8)));
        for (FileName name : names) put(StorePath.ROOT.child(name), name.shown());

        assertThat(store.list(StorePath.ROOT, null, 100).entries())
                .extracting(DirectoryEntry::name)
                .containsExactlyInAnyOrderElementsOf(names);
        for (FileName name : names) assertThat(text(StorePath.ROOT.child(name))).isEqualTo(name.shown());
    }

    @Test
    void reachesPathsUpToTheLimit() {
        StorePath directory = StorePath.ROOT;
        for (int i = 0; i < 15; i++) directory = directory.child(FileName.ofUtf8("d".repeat(255)));
        directory = directory.child(FileName.ofUtf8("e".repeat(200)));
        StorePath file = directory.child(FileName.ofUtf8("f".repeat(53)));
        assertThat(file.bytes()).hasSizeBetween(4090, 4096);

        put(file, "deep");

        assertThat(text(file)).isEqualTo("deep");
        assertThat(store.list(directory, null, 2).entries()).hasSize(1);
    }

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
        assertThat(store.status(path("sparse.nc")).orElseThrow().version().size())
                .isEqualTo(size);
        try (ReadableFile file = store.open(path("sparse.nc"))) {
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
        try (ReadableFile file = store.open(path("hole.nc"))) {
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
        store.makeDirectories(path("a/b"), 02755);
        store.makeDirectories(path("a/b/c"), 0777);

        assertThat(store.status(path("a")).orElseThrow().mode()).isEqualTo(02755);
        assertThat(store.status(path("a/b")).orElseThrow().mode()).isEqualTo(02755);
        assertThat(store.status(path("a/b/c")).orElseThrow().mode()).isEqualTo(0777);
    }

    @Test
    void namesTheDirectoriesToForceUntilTheyAreForced() {
        List<StorePath> all = List.of(StorePath.ROOT, path("a"), path("a/b"));
        assertThat(store.makeDirectories(path("a/b/c"), 0755)).isEqualTo(all);
        assertThat(store.makeDirectories(path("a/b/c"), 0755))
                .as("not forced yet: whoever places a file below must see to it")
                .isEqualTo(all);

        for (StorePath directory : all) store.forceDirectory(directory);

        assertThat(store.makeDirectories(path("a/b/c"), 0755)).isEmpty();
        assertThat(store.makeDirectories(path("a/b/d"), 0755)).containsExactly(path("a/b"));
        assertThat(store.makeDirectories(StorePath.ROOT, 0755)).isEmpty();
    }

    @Test
    void setsTimeAndModeOfADirectory() {
        put("a/tas.nc", "x");
        store.setDirectoryAttributes(path("a"), LONG_AGO, 0750);
        store.forceDirectory(path("a"));
        assertThat(store.status(path("a")).orElseThrow().version().modified()).isEqualTo(LONG_AGO);
        assertThat(store.status(path("a")).orElseThrow().mode()).isEqualTo(0750);

        store.setDirectoryAttributes(path("a"), LONG_AGO.plusSeconds(1), -1);
        assertThat(store.status(path("a")).orElseThrow().mode()).isEqualTo(0750);
    }

    @Test
    void tellsFreeSpace() {
        assertThat(store.freeBytes()).isPositive();
        Room room = store.roomAt(path("missing/directory"));
        assertThat(room.freeBytes()).isPositive();
        assertThat(store.roomAt(StorePath.ROOT).device()).isEqualTo(room.device());
    }

    // --- after close

    @Test
    void nothingCanBeReadOrWrittenAfterClose() {
        put("tas.nc", "x");
        ReadableFile reader = store.open(path("tas.nc"));
        reader.close();
        reader.close();
        assertFails(ErrorCode.INTERNAL, () -> reader.read(0, ByteBuffer.allocate(1)));
        WritableFile writer = area().create("part-1");
        writer.close();
        assertFails(ErrorCode.INTERNAL, () -> write(writer, 0, "x"));
        assertFails(ErrorCode.INTERNAL, writer::force);
    }

    // --- words of the tests

    protected static StorePath path(String text) {
        return StorePath.ofUtf8(text);
    }

    protected final WorkArea area() {
        return store.workArea(JOB);
    }

    protected static void write(WritableFile file, long offset, String text) {
        file.write(offset, ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    /** Makes a forced temporary file. */
    protected final void temporary(String name, String text) {
        try (WritableFile file = area().create(name)) {
            write(file, 0, text);
            file.setAttributes(LONG_AGO, 0640);
            file.force();
        }
    }

    protected final void put(String destination, String text) {
        put(path(destination), text);
    }

    /** Places a file, with the directories it needs. */
    protected final void put(StorePath destination, String text) {
        for (StorePath changed : store.makeDirectories(destination.parent(), 0755)) store.forceDirectory(changed);
        temporary("put", text);
        area().place("put", destination, PlaceMode.NEW);
        store.forceDirectory(destination.parent());
    }

    protected final String text(String file) {
        return text(path(file));
    }

    protected final String text(StorePath file) {
        try (ReadableFile opened = store.open(file)) {
            return text(opened);
        }
    }

    protected static String text(ReadableFile file) {
        ByteBuffer all = ByteBuffer.allocate((int) file.status().version().size());
        file.read(0, all);
        return UTF_8.decode(all.flip()).toString();
    }

    protected final List<String> names(String directory) {
        return store.list(path(directory), null, 1000).entries().stream()
                .map(entry -> entry.name().shown())
                .toList();
    }

    protected static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
    }

    /** The status of one entry, for tests of listings. */
    protected final Optional<DirectoryEntry> entry(String directory, String name) {
        return store.list(path(directory), null, 1000).entries().stream()
                .filter(entry -> entry.name().equals(FileName.ofUtf8(name)))
                .findFirst();
    }
}
