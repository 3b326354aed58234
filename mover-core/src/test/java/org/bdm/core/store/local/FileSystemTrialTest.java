package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.FileSystemTraits.Placing;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** File systems are tried out before anything is written to them. */
class FileSystemTrialTest {
    private static final JobId JOB = new JobId(5);
    private static final StorePath PATH = StorePath.ofUtf8("in/p/tas.nc");

    private final PlayedFileSystem played = new PlayedFileSystem();
    private TemporaryExport export;
    private LocalStore store;

    @BeforeEach
    void open(@TempDir Path parent) throws IOException {
        export = new TemporaryExport(parent);
        Files.createDirectories(export.path().resolve("in/p"));
        store = LocalStore.openTried(export.root, played);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        export.close();
    }

    private WorkArea area() {
        return store.workArea(JOB);
    }

    private long inode(String path) throws IOException {
        return (Long) Files.getAttribute(export.path().resolve(path), "unix:ino");
    }

    private void place(StorePath destination, String text) {
        String name = destination.name().shown() + ".part";
        try (WritableFile file = area().create(name, destination)) {
            file.write(0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            file.setAttributes(Instant.EPOCH, 0644);
            file.force();
        }
        area().place(name, destination, PlaceMode.NEW);
    }

    private List<String> filesNamed(String start) throws IOException {
        try (Stream<Path> all = Files.walk(export.path())) {
            return all.map(path -> export.path().relativize(path).toString())
                    .filter(path -> Path.of(path).getFileName().toString().startsWith(start))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void anOrdinaryFileSystemKeepsAllAndNothingOfTheTrialStays() throws IOException {
        FileSystemTraits traits = store.tryOut();
        assertThat(traits.placing()).isEqualTo(Placing.RENAME);
        assertThat(traits.stableInodes()).isTrue();
        assertThat(traits.keepsModes()).isTrue();
        assertThat(traits.closedToOthers()).isTrue();
        assertThat(traits.timeNanos()).isEqualTo(1);
        assertThat(traits.lost()).isEmpty();
        assertThat(filesNamed("trial")).isEmpty();
    }

    @Test
    @Tag("F1")
    void aFileSystemThatNumbersFilesItselfIsFoundByTheNumberAfterLinking() {
        played.renameNewSays = -Errno.INVAL;
        played.numbersFilesItself = true;
        FileSystemTraits traits = store.tryOut();
        assertThat(traits.placing()).isEqualTo(Placing.LINK);
        assertThat(traits.stableInodes()).isFalse();
        assertThat(traits.placed()).contains("linked", "size and modification time");
    }

    @Test
    @Tag("F1")
    void aNumberThatTheListingDoesNotKnowIsNotStableThoughTheFileKeepsIt() {
        played.isInUserSpace = true;
        assertThat(store.tryOut().stableInodes()).isTrue();

        PlayedFileSystem unknown = new PlayedFileSystem() {
            @Override
            public long listedInode(int directory, byte[] name) {
                return 0xffff_ffffL;
            }
        };
        unknown.isInUserSpace = true;
        store.close();
        store = LocalStore.openTried(export.root, unknown);
        assertThat(store.tryOut().stableInodes()).isFalse();
    }

    @Test
    @Tag("F1")
    void filesOfSuchAFileSystemHaveNoInodeNumberInTheirVersion() {
        played.numbersFilesItself = true;
        place(PATH, "x");
        assertThat(area().abilitiesAt(PATH).traits().stableInodes()).isFalse();
        assertThat(store.status(PATH).orElseThrow().version().inode()).isZero();
        TriedFileSystems.noteInodes(mountOfExport(), true);
        assertThat(store.status(PATH).orElseThrow().version().inode()).isNotZero();
    }

    private Statx.Mount mountOfExport() {
        assertThat(Posix.statusOfTrusted(export.root.pathBytes())).isZero();
        return Statx.mount();
    }

    @Test
    @Tag("F3")
    void aTimeThatIsIgnoredIsFoundOutAndSaid() {
        played.forgetsTimes = true;
        FileSystemTraits traits = store.tryOut();
        assertThat(traits.keepsTimes()).isFalse();
        assertThat(traits.lost()).containsExactly("modification times are not kept");
    }

    @ParameterizedTest
    @Tag("F5")
    @ValueSource(longs = {100, 1_000_000, 10_000_000, 1_000_000_000, 2_000_000_000})
    void theGranularityOfTimesIsFound(long nanos) {
        played.granularityNanos = nanos;
        assertThat(store.tryOut().timeNanos()).isEqualTo(nanos);
    }

    @Test
    @Tag("F6")
    void nothingIsReservedWhereWhatIsWrittenIsCompressed() {
        assertThat(reserves()).isTrue();
        reopen();
        played.compresses = true;
        assertThat(reserves()).isFalse();
    }

    @Test
    @Tag("F11")
    void nothingIsReservedWhereItCannotBeGivenBack() {
        played.punchSays = -Errno.NOTSUP;
        assertThat(reserves()).isFalse();
    }

    private void reopen() {
        store.close();
        store = LocalStore.openTried(export.root, played);
    }

    private boolean reserves() {
        try (WritableFile file = area().create("1-1.part", PATH)) {
            return file.reserve(new ByteRange(0, 1 << 20));
        }
    }

    @Test
    @Tag("F7")
    void whatCanNeitherRenameWithoutReplacingNorLinkIsRefusedBeforeAByte() {
        played.renameNewSays = -Errno.INVAL;
        played.linkSays = -5;
        assertRefused(store::tryOut);
        assertRefused(() -> area().create("1-1.part", PATH));
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
            assertThat(e.detail()).contains("neither rename without replacing nor link");
        });
    }

    @Test
    @Tag("F12")
    void aChmodThatChangesNothingIsLookedAtAgain() {
        played.chmodDoesNothing = true;
        assertThat(store.tryOut().lost()).containsExactly("permission bits are not kept");
    }

    @Test
    @Tag("F7")
    void aRefusedChmodIsNoErrorOfAFileWhereModesAreNotKept() {
        played.chmodSays = -Errno.PERM;
        assertThat(store.tryOut().keepsModes()).isFalse();
        place(PATH, "x");
        assertThat(store.status(PATH)).isPresent();
    }

    // --- directories that files cannot be renamed into

    @Test
    @Tag("F2")
    void temporaryFilesOfADirectoryWithAProjectLieInIt() throws IOException {
        played.project(inode("in/p"), 42);
        area().create("tas.nc.part", PATH).close();
        assertThat(filesNamed("tas.nc")).containsExactly("in/p/.bdm-job-5/tas.nc.part");
        area().create("pr.nc.part", StorePath.ofUtf8("in/pr.nc")).close();
        assertThat(filesNamed("pr.nc")).containsExactly(".bdm/job-5/pr.nc.part");
        place(PATH, "x");
        area().remove();
        assertThat(filesNamed(".bdm")).isEmpty();
        assertThat(filesNamed("tas.nc")).containsExactly("in/p/tas.nc");
    }

    @Test
    @Tag("F2")
    void filesOfDirectoriesThatAreToBeMadeBelowAProjectLieInIt() throws IOException {
        played.project(inode("in/p"), 42);
        area().create("tas.nc.part", StorePath.ofUtf8("in/p/new/deeper/tas.nc")).close();
        assertThat(filesNamed("tas.nc")).containsExactly("in/p/.bdm-job-5/tas.nc.part");
    }

    @Test
    @Tag("F2")
    void theProjectOfTheWholeExportIsThatOfItsOwnDirectoryToo() throws IOException {
        Files.createDirectories(export.path().resolve(".bdm/job-5"));
        played.project(inode(".bdm/job-5"), 42);
        played.project(inode("in/p"), 42);
        area().create("tas.nc.part", PATH).close();
        assertThat(filesNamed("tas.nc")).containsExactly(".bdm/job-5/tas.nc.part");
    }

    @Test
    @Tag("F2")
    void aDirectoryThatTakesNoFileFromElsewhereIsFoundByTryingAndGetsAPart() throws IOException {
        played.apart(inode("in/p"));
        area().create("tas.nc.part", PATH).close();
        area().create("pr.nc.part", StorePath.ofUtf8("in/pr.nc")).close();
        assertThat(filesNamed("tas.nc")).containsExactly("in/p/.bdm-job-5/tas.nc.part");
        assertThat(filesNamed("pr.nc")).containsExactly(".bdm/job-5/pr.nc.part");
        assertThat(filesNamed(".bdm-job-0")).isEmpty();
    }

    @Test
    @Tag("F2")
    void aPartInADirectoryWithAProjectIsFoundAgainAfterARestart() throws IOException {
        played.project(inode("in/p"), 42);
        area().create("tas.nc.part", PATH).close();
        area().force();
        reopen();
        assertThat(area().open("tas.nc.part")).isPresent();
        area().place("tas.nc.part", PATH, PlaceMode.NEW);
        assertThat(store.status(PATH)).isPresent();
    }

    @Test
    @Tag("F2")
    void aFileOfAPartCanBeQuarantined() throws IOException {
        played.project(inode("in/p"), 42);
        area().create("tas.nc.part", PATH).close();
        area().quarantine("tas.nc.part");
        assertThat(store.quarantine().names()).containsExactly("tas.nc.part");
    }
}
