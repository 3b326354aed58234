package org.bdm.core.store.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a real directory may hold besides plain files, and what happens to its descriptors. */
class LocalStoreFilesTest {
    private static final JobId JOB = new JobId(1);
    private static final int NOBODY = 65_534;

    private TemporaryExport export;
    private LocalStore store;

    @BeforeEach
    void openStore() throws IOException {
        export = new TemporaryExport(Path.of(System.getProperty("java.io.tmpdir")));
        store = LocalStore.openWritable(export.root);
    }

    @AfterEach
    void deleteAll() throws IOException {
        store.close();
        export.close();
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void fifoIsReportedAndNeverBlocks() throws IOException {
        export.run("mkfifo", "export/fifo");

        assertFails(ErrorCode.SPECIAL_FILE, () -> store.open(path("fifo")));
        assertThat(list().get(0).status()).extracting(status -> status.kind()).isEqualTo(FileKind.SPECIAL);
    }

    @Tag("T4")
    @Test
    void namesOfOneFileTellThatTheyAreOneAndPlainFilesTellNothing() throws IOException {
        Files.writeString(export.path().resolve("a"), "x");
        Files.createLink(export.path().resolve("b"), export.path().resolve("a"));
        Files.writeString(export.path().resolve("c"), "x");
        Files.createDirectory(export.path().resolve("d"));
        List<DirectoryEntry> entries = list();
        FileStatus first = entries.get(0).status();
        FileStatus second = entries.get(1).status();
        assertThat(first.identity()).isNotNull().isEqualTo(second.identity());
        assertThat(first.identity().links()).isEqualTo(2);
        assertThat(first.version().inode()).isEqualTo(second.version().inode());
        assertThat(entries.get(2).status().identity()).isNull();
        assertThat(entries.get(3).status().identity()).isNull();
    }

    @Tag("T2")
    @Test
    void theRootOfAMountedFileSystemTellsItsDevice() throws IOException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")));
        try (LocalStore root = LocalStore.openReadOnly(new ExportRoot(new ExportName("root"), Path.of("/")))) {
            FileStatus proc = root.list(StorePath.ROOT, FileName.ofUtf8("pro"), 1000).entries().stream()
                    .filter(entry -> entry.name().equals(FileName.ofUtf8("proc")))
                    .map(DirectoryEntry::status)
                    .findFirst()
                    .orElseThrow();
            assertThat(proc.identity()).isNotNull();
            assertThat(proc.identity().links()).isZero();
            assertThat(proc.identity().device()).isNotZero();
        }
    }

    @Tag("T1")
    @Test
    void aDirectoryIsRemovedOnlyIfNothingIsInIt() throws IOException {
        Files.createDirectories(export.path().resolve("d/e"));
        Files.createDirectories(export.path().resolve("hidden/.bdm"));
        Files.createSymbolicLink(export.path().resolve("link"), Path.of("d"));
        Files.writeString(export.path().resolve("file"), "x");
        for (String stays : List.of("d", "hidden", "link", "file", "none")) {
            assertThat(store.removeDirectory(path(stays))).as(stays).isFalse();
        }
        assertThat(store.removeDirectory(StorePath.ROOT)).isFalse();
        assertThat(store.removeDirectory(path("d/e"))).isTrue();
        assertThat(store.removeDirectory(path("d"))).isTrue();
        assertThat(export.path().resolve("d")).doesNotExist();
        assertThat(export.path().resolve("file")).exists();
    }

    @Test
    void socketIsReported() throws IOException {
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(export.path().resolve("socket")));
            assertFails(ErrorCode.SPECIAL_FILE, () -> store.open(path("socket")));
        }
    }

    @Test
    void deviceIsReported() throws IOException {
        assumeTrue(isRoot(), "only root makes devices");
        export.run("mknod", "export/null", "c", "1", "3");
        assertFails(ErrorCode.SPECIAL_FILE, () -> store.open(path("null")));
        assertThat(store.status(path("null")).orElseThrow().kind()).isEqualTo(FileKind.SPECIAL);
    }

    @Test
    void unreadableFilesAndDirectoriesAreReportedOneByOne() throws IOException {
        Files.writeString(export.path().resolve("secret"), "x");
        Files.writeString(export.path().resolve("tas.nc"), "x");
        Files.createDirectories(export.path().resolve("closed"));
        Files.createDirectories(export.path().resolve("names-only/a"));
        export.run("chmod", "000", "export/secret", "export/closed");
        export.run("chmod", "744", "export/names-only");
        export.run("chmod", "755", ".", "export");

        asNobody(() -> {
            assertFails(ErrorCode.SOURCE_UNREADABLE, () -> store.open(path("secret")));
            assertFails(ErrorCode.SOURCE_UNREADABLE, () -> store.list(path("closed"), null, 10));
            assertThat(list())
                    .hasSize(4)
                    .allSatisfy(entry -> assertThat(entry.error()).isNull());
            DirectoryEntry entry =
                    store.list(path("names-only"), null, 10).entries().get(0);
            assertThat(entry.status()).isNull();
            assertThat(entry.error()).extracting(MoverException::code).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
            store.open(path("tas.nc")).close();
        });
    }

    @Test
    void destinationThatMayNotBeWrittenIsAMatterOfPermission() throws IOException {
        assumeTrue(isRoot(), "else the export is ours to write");
        export.run("chmod", "755", ".", "export");
        asNobody(() -> {
            assertFails(ErrorCode.PERMISSION, () -> store.makeDirectories(path("a"), 0755));
            assertFails(ErrorCode.PERMISSION, () -> store.workArea(JOB));
        });
    }

    @Test
    void exportWhoseDirectoryWasReplacedIsMissingAndNotEmpty() throws IOException {
        Files.move(export.path(), export.directory.resolve("unmounted"));
        Files.createDirectory(export.path());

        assertFails(ErrorCode.EXPORT_MISSING, () -> store.status(path("tas.nc")));
        assertFails(ErrorCode.EXPORT_MISSING, () -> store.open(path("tas.nc")));
        assertFails(ErrorCode.EXPORT_MISSING, () -> store.list(StorePath.ROOT, null, 1));
        assertFails(ErrorCode.EXPORT_MISSING, () -> store.makeDirectories(path("a/b"), 0755));
        assertFails(ErrorCode.EXPORT_MISSING, () -> store.workArea(JOB));
        Files.delete(export.path());
        assertFails(ErrorCode.EXPORT_MISSING, () -> store.status(path("tas.nc")));
        assertFails(ErrorCode.EXPORT_MISSING, () -> new ExportRoot(new ExportName("x"), export.path()));
    }

    @Test
    void secondWriterOfAnExportIsRefusedAndToldWhoIsThere() {
        assertThatThrownBy(() -> LocalStore.openWritable(export.root))
                .isInstanceOfSatisfying(
                        MoverException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.ALREADY_RUNNING))
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        LocalStore.openReadOnly(export.root).close();

        store.close();

        LocalStore.openWritable(export.root).close();
    }

    @Test
    void aFailedForceIsFinalForThatFile() throws IOException {
        WorkArea area = store.workArea(JOB);
        export.run("mkfifo", "export/.bdm/job-1/part-1");
        int fifo = openFifo();
        WorkDirectory directory = ((LocalWorkArea) area).own();
        assumeFalse(directory.abilities().memoryOnly(), "in memory nothing is forced");
        WritableFile file = new LocalWritableFile(directory, "part-1", new Descriptor(fifo, "part-1"), 1, 0);

        assertFails(ErrorCode.SYNC_FAILED, file::force); // no fsync of a FIFO
        assertFails(ErrorCode.SYNC_FAILED, file::force);
        assertFails(ErrorCode.SYNC_FAILED, () -> file.write(0, ByteBuffer.allocate(1)));
        assertFails(ErrorCode.SYNC_FAILED, () -> area.open("part-1"));
        assertFails(ErrorCode.SYNC_FAILED, () -> area.place("part-1", path("x"), PlaceMode.NEW));
        file.close();

        area.delete("part-1");
        try (WritableFile again = area.create("part-1")) {
            again.force();
        }
    }

    @Test
    void absolutePathsAreBelowTheRootByWholeNames() {
        String root = export.path().toString();
        assertThat(store.belowRoot((root + "/a/b").getBytes(UTF_8))).hasValue("/a/b".getBytes(UTF_8));
        assertThat(store.belowRoot(root.getBytes(UTF_8))).hasValue(new byte[0]);
        assertThat(store.belowRoot((root + "-other/a").getBytes(UTF_8))).isEmpty();
        assertThat(store.belowRoot("/etc/passwd".getBytes(UTF_8))).isEmpty();
    }

    private int openFifo() {
        int directory =
                Posix.openTrusted(export.path().resolve(".bdm/job-1").toString().getBytes(UTF_8));
        int fifo = Posix.openEntry(directory, "part-1".getBytes(UTF_8), Posix.READ_WRITE | Posix.NON_BLOCKING, 0);
        Posix.closeDescriptor(directory);
        assertThat(fifo).isPositive();
        return fifo;
    }

    @Test
    void readerThatIsClosedWhileOthersReadNeverReadsAnotherFile() throws Exception {
        byte[] wanted = new byte[64];
        Arrays.fill(wanted, (byte) 'a');
        Files.write(export.path().resolve("wanted"), wanted);
        Files.write(export.path().resolve("other"), new byte[64]);
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 200; i++) {
                ReadableFile file = store.open(path("wanted"));
                List<Future<Integer>> reading = new ArrayList<>();
                for (int reader = 0; reader < 2; reader++) {
                    reading.add(readers.submit(() -> readUntilClosed(file, wanted)));
                }
                file.close();
                for (int other = 0; other < 5; other++)
                    store.open(path("other")).close();
                ReadableFile reused = store.open(path("other"));
                for (Future<Integer> done : reading) assertThat(done.get()).isNotNegative();
                reused.close();
            }
        } finally {
            readers.shutdownNow();
        }
    }

    private static int readUntilClosed(ReadableFile file, byte[] wanted) {
        int reads = 0;
        ByteBuffer bytes = ByteBuffer.allocateDirect(wanted.length);
        while (true) {
            try {
                file.read(0, bytes.clear());
                if (!bytes.flip().equals(ByteBuffer.wrap(wanted))) return -1;
                reads++;
            } catch (MoverException closed) {
                return closed.code() == ErrorCode.INTERNAL ? reads : -1;
            }
        }
    }

    @Test
    void noDescriptorIsLeftOpen() throws IOException {
        Files.writeString(export.path().resolve("tas.nc"), "x");
        Files.createSymbolicLink(export.path().resolve("link"), Path.of("tas.nc"));
        long before = descriptorsBelowExport();
        for (int i = 0; i < 5; i++) {
            assertFails(ErrorCode.IS_A_DIRECTORY, () -> store.open(StorePath.ROOT));
            assertFails(ErrorCode.PATH_BLOCKED, () -> store.open(path("link")));
            assertFails(ErrorCode.PATH_BLOCKED, () -> store.makeDirectories(path("tas.nc/x"), 0755));
            store.status(path("link"));
            store.list(StorePath.ROOT, null, 1);
            store.makeDirectories(path("a/b" + i), 0755);
            store.forceDirectory(path("a"));
            store.setDirectoryAttributes(path("a"), Instant.EPOCH, 0755);
            WorkArea area = store.workArea(JOB);
            try (WritableFile file = area.create("part-1")) {
                file.write(0, ByteBuffer.allocate(10));
                file.force();
                file.readBack(piece -> {});
            }
            area.force();
            area.remove();
            store.workAreas();
        }
        assertThat(descriptorsBelowExport()).isEqualTo(before);
        store.close();
        assertThat(descriptorsBelowExport()).isZero();
    }

    private long descriptorsBelowExport() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path one : all) {
                if (Files.isSymbolicLink(one) && isBelowExport(one)) count++;
            }
        }
        return count;
    }

    private boolean isBelowExport(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(export.path());
        } catch (NoSuchFileException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void listsManyNamesInPagesInOrder() throws IOException {
        for (int i = 0; i < 20_000; i++) Files.createFile(export.path().resolve(Integer.toHexString(i * 0x9E3779B1)));
        List<FileName> listed = new ArrayList<>();
        @Nullable FileName after = null;
        DirectoryPage page;
        do {
            page = store.list(StorePath.ROOT, after, 999);
            for (DirectoryEntry entry : page.entries()) listed.add(entry.name());
            after = listed.get(listed.size() - 1);
        } while (!page.isLast());
        assertThat(listed).hasSize(20_000).isSorted();
    }

    @Test
    void worksInAnyLocale() throws Exception {
        byte[] directoryName = {'d', (byte) 0xff, (byte) 0xc3, (byte) 0xa9};
        store.makeDirectories(new StorePath(List.of(FileName.of(directoryName))), 0755);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocaleProbe.class.getName(),
                        export.path().toString())
                .redirectErrorStream(true)
                .directory(export.directory.toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("ANSI_X3.4-1968");
    }

    private List<DirectoryEntry> list() {
        return store.list(StorePath.ROOT, null, 100).entries();
    }

    /** Runs with the rights of nobody on this thread; without root the rights are ordinary anyway. */
    private static void asNobody(Runnable test) {
        var setfsuid = NativeLibrary.getProcess().getFunction("setfsuid");
        boolean root = isRoot();
        if (root) setfsuid.invokeInt(new Object[] {NOBODY});
        try {
            test.run();
        } finally {
            if (root) setfsuid.invokeInt(new Object[] {0});
        }
    }

    private static boolean isRoot() {
        return NativeLibrary.getProcess().getFunction("geteuid").invokeInt(new Object[0]) == 0;
    }

    private static StorePath path(String text) {
        return StorePath.ofUtf8(text);
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
    }
}
