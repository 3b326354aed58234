package org.bdm.core.store.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing outside an export is read or written, whatever somebody on the same machine does to the directories meanwhile. */
class LocalStoreConfinementTest {
    private static final int TRIES = 3_000;
    private static final JobId JOB = new JobId(1);

    private TemporaryExport export;
    private Path victim;
    private Path canary;

    @BeforeEach
    void makeVictimAndCanary() throws IOException {
        export = new TemporaryExport(Path.of(System.getProperty("java.io.tmpdir")));
        victim = Files.createDirectory(export.path().resolve("victim"));
        canary = Files.createDirectory(export.directory.resolve("canary"));
        Files.writeString(victim.resolve("tas.nc"), "inside");
        Files.writeString(canary.resolve("tas.nc"), "CANARY");
    }

    @AfterEach
    void deleteAll() throws IOException {
        export.close();
    }

    @Test
    void directorySwappedForALinkDuringTransfersNeverLeadsOutside() throws Exception {
        assertThat(attack(Confinement.BENEATH)).isFalse();
    }

    @Test
    void directorySwappedForALinkDuringTransfersNeverLeadsOutsideWithoutOpenat2() throws Exception {
        assertThat(attack(Confinement.STEPWISE)).isFalse();
    }

    @Test
    void theSameAttackSucceedsAgainstAGuardThatFollowsLinks() throws Exception {
        assertThat(attack(new FollowingConfinement(export.root)))
                .as("else the tests above prove nothing")
                .isTrue();
    }

    /** Reads and writes while another thread swaps the directory; says whether something outside was reached. */
    private boolean attack(Confinement confinement) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService attacker = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> swaps = attacker.submit(() -> swapUntil(done));
            int transfers;
            try (LocalStore store = LocalStore.openWritable(export.root, writing(confinement))) {
                transfers = transfer(store);
            } finally {
                done.set(true);
            }
            assertThat(swaps.get()).as("swaps").isPositive();
            if (transfers < 0) return true;
            assertThat(transfers).as("transfers between the swaps").isBetween(1, 2 * TRIES - 1);
        } finally {
            attacker.shutdownNow();
        }
        try (Stream<Path> reached = Files.list(canary)) {
            return reached.count() != 1;
        }
    }

    /** Exchanges the directory and a link to the canary in one step, over and over (renameat2 with RENAME_EXCHANGE). */
    private int swapUntil(AtomicBoolean done) throws IOException {
        Path link = Files.createSymbolicLink(export.path().resolve("link"), canary);
        Function renameat2 = NativeLibrary.getProcess().getFunction("renameat2");
        int swaps = 0;
        while (!done.get()) {
            Object[] arguments = {Posix.NO_DIRECTORY, victim.toString(), Posix.NO_DIRECTORY, link.toString(), 2};
            if (renameat2.invokeInt(arguments) != 0) throw new IOException("renameat2: " + Native.getLastError());
            swaps++;
        }
        return swaps;
    }

    /** Number of reads and writes that succeeded; -1 if the canary was read. */
    private static int transfer(LocalStore store) {
        WorkArea area = store.workArea(JOB);
        int succeeded = 0;
        for (int i = 0; i < TRIES; i++) {
            String read = read(store);
            if ("CANARY".equals(read)) return -1;
            if (read != null) succeeded++;
            String name = "part-" + i;
            try (WritableFile file = area.create(name)) {
                file.write(0, ByteBuffer.wrap("new".getBytes(UTF_8)));
            }
            StorePath destination = StorePath.ofUtf8("victim/new-" + i);
            if (succeeds(() -> area.place(name, destination, PlaceMode.NEW))) succeeded++;
            succeeds(() -> store.makeDirectories(StorePath.ofUtf8("victim/d" + destination.name()), 0755));
            succeeds(() -> area.placeSymbolicLink(
                    new byte[] {'x'}, StorePath.ofUtf8("victim/l" + destination.name()), PlaceMode.NEW));
            area.delete(name);
        }
        return succeeded;
    }

    private static @Nullable String read(LocalStore store) {
        try (ReadableFile file = store.open(StorePath.ofUtf8("victim/tas.nc"))) {
            ByteBuffer bytes = ByteBuffer.allocate(6);
            file.read(0, bytes);
            return UTF_8.decode(bytes.flip()).toString();
        } catch (MoverException swapped) {
            assertThat(swapped.code()).as(swapped.detail()).isIn(ErrorCode.PATH_BLOCKED, ErrorCode.NOT_A_DIRECTORY);
            return null;
        }
    }

    private static boolean succeeds(Runnable change) {
        try {
            change.run();
            return true;
        } catch (MoverException swapped) {
            assertThat(swapped.code()).as(swapped.detail()).isIn(ErrorCode.PATH_BLOCKED, ErrorCode.WRITE_ERROR);
            return false;
        }
    }

    private static Confinement writing(Confinement confinement) {
        return new Confinement() {
            @Override
            public int open(int root, byte[] path, int flags) {
                return confinement.open(root, path, flags);
            }

            @Override
            public boolean guardsWrites() {
                return true;
            }
        };
    }

    @Test
    void workAreaIsNotLedOutsideByALinkOfItsName() throws IOException {
        Path reserved = Files.createSymbolicLink(export.path().resolve(".bdm"), canary);
        try (LocalStore store = LocalStore.openWritable(export.root)) {
            assertFails(ErrorCode.PATH_BLOCKED, () -> store.workArea(JOB));
            Files.delete(reserved);
            Files.createDirectory(reserved);
            Files.createSymbolicLink(reserved.resolve("job-1"), canary);
            assertFails(ErrorCode.PATH_BLOCKED, () -> store.workArea(JOB));
        }
        assertThat(canary).isDirectoryContaining(path -> path.endsWith("tas.nc"));
    }

    @Test
    void workAreaDoesNotOpenALinkInPlaceOfItsFile() throws IOException {
        try (LocalStore store = LocalStore.openWritable(export.root)) {
            WorkArea area = store.workArea(JOB);
            Files.createSymbolicLink(export.path().resolve(".bdm/job-1/part-1"), canary.resolve("tas.nc"));
            assertFails(ErrorCode.PATH_BLOCKED, () -> area.open("part-1"));
            try (WritableFile file = area.create("part-1")) {
                assertThat(file.size()).isZero();
            }
        }
        assertThat(canary.resolve("tas.nc")).hasContent("CANARY");
    }

    @Test
    void workAreaIsClosedToOthersEvenIfItsDirectoryWasOpen() throws IOException {
        Path reserved = Files.createDirectory(export.path().resolve(".bdm"));
        export.run("chmod", "777", reserved.toString());
        try (LocalStore store = LocalStore.openWritable(export.root)) {
            WorkArea area = store.workArea(JOB);
            assertThat(Files.getPosixFilePermissions(reserved)).hasSize(3);
            assertThat(Files.getPosixFilePermissions(reserved.resolve("job-1"))).hasSize(3);
            area.remove();
            assertThat(reserved).as("removed with the last area").doesNotExist();
        }
    }

    @Test
    void writableExportIsRefusedWithoutOpenat2() {
        assertFails(
                ErrorCode.CONFINEMENT_UNAVAILABLE, () -> LocalStore.openWritable(export.root, Confinement.STEPWISE));
    }

    @Test
    void readOnlyStoreRefusesEveryChange() {
        try (LocalStore store = LocalStore.openReadOnly(export.root, Confinement.STEPWISE)) {
            assertThat(store.abilities().writable()).isFalse();
            assertThat(read(store)).isEqualTo("inside");
            StorePath path = StorePath.ofUtf8("x");
            assertFails(ErrorCode.EXPORT_READ_ONLY, () -> store.workArea(JOB));
            assertFails(ErrorCode.EXPORT_READ_ONLY, store::workAreas);
            assertFails(ErrorCode.EXPORT_READ_ONLY, () -> store.makeDirectories(path, 0755));
            assertFails(ErrorCode.EXPORT_READ_ONLY, () -> store.setDirectoryAttributes(path, Instant.EPOCH, 0));
            assertFails(ErrorCode.EXPORT_READ_ONLY, () -> store.forceDirectory(path));
        }
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
    }
}
