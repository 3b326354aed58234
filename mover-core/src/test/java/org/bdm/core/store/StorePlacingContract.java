package org.bdm.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store keeps of writing, placing and work areas. */
public abstract class StorePlacingContract extends StoreWords {
    // --- writing and placing

    @Test
    void placesAFileWithItsBytesItsTimeAndItsMode() {
        put("a/b/tas.nc", "temperature");

        FileStatus status = store().status(path("a/b/tas.nc")).orElseThrow();
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
            assertThat(store().list(StorePath.ROOT, null, 10).entries()).isEmpty();
            assertThat(store().status(path("tas.nc"))).isEmpty();
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
        try (ReadableFile reader = store().open(path("tas.nc"))) {
            temporary("part-1", "newer");
            area().place("part-1", path("tas.nc"), PlaceMode.REPLACE);

            assertThat(text(reader)).isEqualTo("old");
        }
        assertThat(text("tas.nc")).isEqualTo("newer");
        assertThat(area().names()).isEmpty();
    }

    @Test
    void forcesWhatIsThereWhateverItIsFewOrMany() {
        List<StorePath> many = IntStream.range(0, 150)
                .mapToObj(i -> path("many/" + i % 7 + "/f" + i))
                .toList();
        many.forEach(file -> put(file.shown(), "x"));
        area().placeSymbolicLink("f0".getBytes(UTF_8), path("many/0/link"), PlaceMode.NEW);

        store().force(many);
        store().force(List.of(path("many/0/f0"), path("many/0/link"), path("many/0"), path("many")));
        store().force(List.of());

        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().force(List.of(path("many/0/f0"), path("many/gone"))));
    }

    @Test
    void aSecondNameOfAFileIsPlacedAndLeavesTheFirst() {
        put("v1/tas.nc", "held");
        temporary("part-1", "left over");
        area().link("part-1", path("v1/tas.nc"), path("tas.nc"));
        area().place("part-1", path("tas.nc"), PlaceMode.NEW);

        assertThat(text("tas.nc")).isEqualTo("held");
        assertThat(store().status(path("tas.nc")).orElseThrow().version().inode())
                .isEqualTo(store().status(path("v1/tas.nc"))
                        .orElseThrow()
                        .version()
                        .inode());
        assertThat(area().names()).isEmpty();
        assertFails(ErrorCode.WRITE_ERROR, () -> area().link("part-2", path("v1/none.nc"), path("other.nc")));
    }

    @Test
    void placingInsteadReplacesASymbolicLinkAndNotItsTarget() {
        put("target.nc", "untouched");
        area().placeSymbolicLink("target.nc".getBytes(UTF_8), path("tas.nc"), PlaceMode.NEW);
        temporary("part-1", "new");

        area().place("part-1", path("tas.nc"), PlaceMode.REPLACE);

        assertThat(store().status(path("tas.nc")).orElseThrow().kind()).isEqualTo(FileKind.FILE);
        assertThat(text("target.nc")).isEqualTo("untouched");
    }

    @Test
    void neverReplacesADirectory() {
        store().makeDirectories(path("tas.nc"), 0755);
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
        assertFails(ErrorCode.PATH_BLOCKED, () -> store().makeDirectories(path("tas.nc/x"), 0755));
        assertFails(ErrorCode.PATH_BLOCKED, () -> store().makeDirectories(path("tas.nc"), 0755));
    }

    @Test
    void placesSymbolicLinksByteForByteAndReplacesThem() {
        byte[] odd = {'.', '.', '/', (byte) 0xff, '\n'};
        area().placeSymbolicLink(odd, path("latest"), PlaceMode.NEW);
        assertThat(store().status(path("latest")).orElseThrow().kind()).isEqualTo(FileKind.SYMBOLIC_LINK);
        assertThat(store().status(path("latest")).orElseThrow().linkTarget()).isEqualTo(odd);

        byte[] other = "v2".getBytes(UTF_8);
        assertFails(ErrorCode.DESTINATION_EXISTS, () -> area().placeSymbolicLink(other, path("latest"), PlaceMode.NEW));
        area().placeSymbolicLink(other, path("latest"), PlaceMode.REPLACE);
        assertThat(store().status(path("latest")).orElseThrow().linkTarget()).isEqualTo(other);
        assertThat(area().names()).isEmpty();
    }

    @Test
    void refusesASymbolicLinkWithoutTargetOrWithNul() {
        assertFails(ErrorCode.INVALID_PATH, () -> area().placeSymbolicLink(new byte[0], path("latest"), PlaceMode.NEW));
        assertFails(
                ErrorCode.INVALID_PATH,
                () -> area().placeSymbolicLink(new byte[] {'a', 0}, path("latest"), PlaceMode.NEW));
    }

    // --- quarantine

    @Test
    void whatIsInQuarantineOutlivesItsJobAndIsPlacedOrDeletedByName() {
        temporary("7-1.part", "disputed");
        temporary("7-2.part", "rejected");
        area().quarantine("7-1.part");
        area().quarantine("7-2.part");
        area().remove();

        assertThat(store().quarantine().names()).containsExactlyInAnyOrder("7-1.part", "7-2.part");
        assertThat(store().workAreas()).isEmpty();
        StringBuilder read = new StringBuilder();
        store().quarantine().read("7-1.part", bytes -> read.append(UTF_8.decode(bytes)));
        assertThat(read).hasToString("disputed");

        put("there.nc", "other");
        assertFails(
                ErrorCode.DESTINATION_EXISTS,
                () -> store().quarantine().place("7-1.part", path("there.nc"), PlaceMode.NEW));
        store().quarantine().place("7-1.part", path("tas.nc"), PlaceMode.NEW);
        store().quarantine().delete("7-2.part");

        assertThat(text("tas.nc")).isEqualTo("disputed");
        assertThat(store().status(path("tas.nc")).orElseThrow().version().modified())
                .isEqualTo(LONG_AGO);
        assertThat(store().quarantine().names()).isEmpty();
        assertFails(ErrorCode.NOT_FOUND, () -> store().quarantine().place("7-1.part", path("tas2.nc"), PlaceMode.NEW));
    }

    private FileVersion version(String at) {
        return store().status(path(at)).orElseThrow().version();
    }

    @Test
    void aFileOfTheTreeIsKeptWithItsBytesAndComesBack() {
        put("a/tas.nc", "temperature");
        FileVersion before = version("a/tas.nc");
        Quarantine quarantine = store().quarantine();
        quarantine.keep(path("a/tas.nc"), before, "holding-1");
        quarantine.force();
        store().forceDirectory(path("a"));
        assertThat(store().status(path("a/tas.nc"))).isEmpty();
        assertThat(quarantine.status("holding-1").orElseThrow().version().sameButForChangeTime(before))
                .isTrue();
        assertThat(quarantine.status("holding-2")).isEmpty();

        quarantine.place("holding-1", path("a/tas.nc"), PlaceMode.NEW);
        assertThat(version("a/tas.nc").sameButForChangeTime(before)).isTrue();
        assertThat(text("a/tas.nc")).isEqualTo("temperature");
    }

    @Test
    void nothingIsKeptButWhatIsExpected() {
        put("tas.nc", "old");
        FileVersion old = version("tas.nc");
        temporary("part-1", "new");
        area().place("part-1", path("tas.nc"), PlaceMode.REPLACE);
        Quarantine quarantine = store().quarantine();
        assertFails(ErrorCode.SOURCE_CHANGED, () -> quarantine.keep(path("tas.nc"), old, "holding-1"));
        assertThat(text("tas.nc")).isEqualTo("new");
        assertThat(quarantine.names()).isEmpty();

        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> quarantine.keep(path("gone.nc"), old, "holding-1"));
        store().makeDirectories(path("v1"), 0755);
        assertFails(ErrorCode.UNSUPPORTED, () -> quarantine.keep(path("v1"), version("v1"), "holding-1"));
        put("pr.nc", "rain");
        quarantine.keep(path("pr.nc"), version("pr.nc"), "holding-1");
        assertFails(
                ErrorCode.DESTINATION_EXISTS, () -> quarantine.keep(path("tas.nc"), version("tas.nc"), "holding-1"));
        assertThat(text("tas.nc")).isEqualTo("new");
    }

    @Test
    void ofASymbolicLinkTheLinkItselfIsKeptAndDeleted() {
        put("files/tas.nc", "temperature");
        store().makeDirectories(path("v1"), 0755);
        area().placeSymbolicLink("../files/tas.nc".getBytes(UTF_8), path("v1/tas.nc"), PlaceMode.NEW);
        Quarantine quarantine = store().quarantine();
        quarantine.keep(path("v1/tas.nc"), version("v1/tas.nc"), "holding-1");
        assertThat(quarantine.status("holding-1").orElseThrow().kind()).isEqualTo(FileKind.SYMBOLIC_LINK);
        quarantine.delete(List.of("holding-1", "never-there"));
        assertThat(quarantine.names()).isEmpty();
        assertThat(text("files/tas.nc")).isEqualTo("temperature");
    }

    @Tag("T1")
    @Test
    void aFileWithASecondNameInQuarantineIsReplacedAndKept() {
        put("a/tas.nc", "old");
        temporary("part-1", "newer");
        FileVersion old = version("a/tas.nc");
        Quarantine quarantine = store().quarantine();
        assertFails(ErrorCode.SOURCE_CHANGED, () -> area().replace("part-1", path("a/tas.nc"), old));
        assertThat(text("a/tas.nc")).as("of which nothing is kept").isEqualTo("old");
        assertThat(quarantine.link(path("a/tas.nc"), old, "purge-1")).isTrue();
        quarantine.force();
        assertThat(text("a/tas.nc")).isEqualTo("old");
        assertFails(ErrorCode.DESTINATION_EXISTS, () -> quarantine.link(path("a/tas.nc"), old, "purge-1"));

        area().replace("part-1", path("a/tas.nc"), old);
        assertThat(text("a/tas.nc")).isEqualTo("newer");
        assertThat(area().names()).isEmpty();
        assertThat(quarantine.status("purge-1").orElseThrow().version().sameButForChangeTime(old))
                .isTrue();
        temporary("part-2", "newest");
        assertFails(ErrorCode.SOURCE_CHANGED, () -> area().replace("part-2", path("a/tas.nc"), old));
        assertThat(text("a/tas.nc")).isEqualTo("newer");
        assertFails(ErrorCode.SOURCE_CHANGED, () -> quarantine.link(path("a/tas.nc"), old, "purge-2"));
        assertThat(quarantine.names()).containsExactly("purge-1");
    }

    @Tag("T1")
    @Test
    void aSymbolicLinkIsReplacedByAFileAndAFileByASymbolicLink() {
        byte[] target = "v1".getBytes(UTF_8);
        area().placeSymbolicLink(target, path("latest"), PlaceMode.NEW);
        temporary("part-1", "file");
        Quarantine quarantine = store().quarantine();
        FileVersion link = version("latest");
        assertThat(quarantine.link(path("latest"), link, "purge-1")).isTrue();
        area().replace("part-1", path("latest"), link);
        assertThat(text("latest")).isEqualTo("file");
        FileVersion file = version("latest");
        assertThat(quarantine.link(path("latest"), file, "purge-2")).isTrue();
        area().replaceBySymbolicLink("v2".getBytes(UTF_8), path("latest"), file);
        assertThat(store().status(path("latest")).orElseThrow().kind()).isEqualTo(FileKind.SYMBOLIC_LINK);
        assertThat(quarantine.status("purge-1").orElseThrow().linkTarget()).isEqualTo(target);
        assertThat(area().names()).isEmpty();
        store().makeDirectories(path("v1"), 0755);
        assertFails(ErrorCode.UNSUPPORTED, () -> quarantine.link(path("v1"), version("v1"), "purge-3"));
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
        assertThat(store().workAreas()).isEmpty();
        temporary("part-1", "x");
        store().workArea(new JobId(12)).create("journal").close();
        assertThat(store().workAreas()).containsExactlyInAnyOrder(JOB, new JobId(12));

        area().force();
        area().remove();

        assertThat(store().workAreas()).containsExactly(new JobId(12));
        assertThat(store().workArea(JOB).names()).isEmpty();
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
        assertThat(store().list(StorePath.ROOT, null, 10).entries()).isEmpty();
        assertThat(store().status(reserved)).isEmpty();
        assertThat(store().status(inside)).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().list(reserved, null, 10));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().open(inside));
        assertFails(ErrorCode.INVALID_PATH, () -> store().makeDirectories(path(".bdm/x"), 0755));
        assertFails(ErrorCode.INVALID_PATH, () -> store().forceDirectory(reserved));
        assertFails(ErrorCode.INVALID_PATH, () -> store().setDirectoryAttributes(reserved, LONG_AGO, 0777));
        assertFails(ErrorCode.INVALID_PATH, () -> area().place("part-1", path(".bdm/x"), PlaceMode.NEW));
        assertFails(ErrorCode.INVALID_PATH, () -> area().place("part-1", reserved, PlaceMode.REPLACE));
        assertFails(
                ErrorCode.INVALID_PATH,
                () -> area().placeSymbolicLink(new byte[] {'x'}, path(".bdm/x"), PlaceMode.NEW));
    }

    @Tag("A5")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/.bdm",
                "a/.bdm/export-id",
                "a/b/.bdm/quarantine/x",
                "a/.bdm-job-7",
                "a/.bdm-home",
                ".BDM-Home",
                ".bd\u00adm-home",
                ".BDM/x",
                "a/.Bdm-Job-7/x",
                "a/.bdm./x",
                "a/.bdm /x",
                "a/.b\u200cdm/x",
                "a/\ufeff.bdm/x"
            })
    void reservedNamesAreOutOfReachAtAnyDepthAndInAnySpelling(String text) {
        put("a/b/ok", "mine");
        temporary("part-1", "new");
        StorePath path = path(text);
        assertThat(store().status(path)).isEmpty();
        assertThat(store().look().status(path)).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().open(path));
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().list(path, null, 10));
        assertFails(ErrorCode.INVALID_PATH, () -> store().makeDirectories(path, 0755));
        assertFails(ErrorCode.INVALID_PATH, () -> area().place("part-1", path, PlaceMode.REPLACE));
        assertFails(
                ErrorCode.INVALID_PATH, () -> area().placeSymbolicLink(text.getBytes(UTF_8), path("l"), PlaceMode.NEW));
        assertThat(names("a")).containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/.bdmx", "a/.bdm-jo", "a/bdm", "a/.b", "a/.bdm-homes", "a/x.bdm", "a/.bdm-job-x"})
    void namesThatOnlyResembleThemAreOrdinary(String text) {
        put(text, "mine");
        assertThat(text(text)).isEqualTo("mine");
        area().placeSymbolicLink(text.getBytes(UTF_8), path("l"), PlaceMode.NEW);
    }

    @Test
    void whatLiesInWorkOnAnotherDeviceIsInvisibleWhereverItIs() {
        StorePath part = path("a").child(ReservedName.partOf(new JobId(7)));
        put("a/.bdm-job", "mine");
        assertThat(store().status(part)).isEmpty();
        assertFails(ErrorCode.SOURCE_NOT_FOUND, () -> store().list(part, null, 10));
        assertFails(ErrorCode.INVALID_PATH, () -> store().makeDirectories(part, 0755));
        assertThat(names("a")).containsExactly(".bdm-job");
    }
}
