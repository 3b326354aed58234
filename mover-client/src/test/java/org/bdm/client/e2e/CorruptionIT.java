package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bytes that changed on the disk or on the wire are noticed, and only they are moved again. */
class CorruptionIT {
    private static final long BLOCK_BYTES = 1 << 20;
    private static final long MIB = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(90);

    @RegisterExtension
    static final OwnSites OWN = OwnSites.onAWire();

    private final TwoSites sites;
    private final DataWire wire;

    CorruptionIT(TwoSites sites, DataWire wire) {
        this.sites = sites;
        this.wire = wire;
    }

    @Test
    void aByteFlippedInAPartialFileIsNoticedAndOnlyItsBlockIsFetchedAgain() throws IOException {
        JobView end = tamperedWhileDown("flipped", part -> {
            try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
                long offset = 5 * BLOCK_BYTES + 4711;
                file.seek(offset);
                int old = file.read();
                file.seek(offset);
                file.write(old ^ 1);
            }
        });
        assertThat(end.bytes().resent()).isBetween(1L, BLOCK_BYTES);
    }

    @Test
    void aPartialFileCutBelowItsMarkIsNoticedAndOnlyItsTailIsFetchedAgain() throws IOException {
        AtomicLong lost = new AtomicLong();
        JobView end = tamperedWhileDown("cut", part -> {
            try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
                long kept = 3 * BLOCK_BYTES + 1;
                lost.set(file.length() - kept);
                file.setLength(kept);
            }
        });
        assertThat(end.bytes().resent()).isBetween(1L, lost.get() + BLOCK_BYTES);
    }

    private interface Tampering {
        void with(Path part) throws IOException;
    }

    /** Paused until all that arrived is marked; then killed, changed, started again and resumed. */
    private JobView tamperedWhileDown(String name, Tampering tampering) throws IOException {
        Path source = oneFile(name, 48 * MIB);
        long before = wire.payloadBytes();
        JobLook job = sites.submit(name, "--max-rate", "16M");
        job.awaitWhileOpen("24 MiB", LONGEST, () -> wire.payloadBytes() - before > 24 * MIB);
        assertThat(sites.client("pause", job.id()).code()).isZero();
        job.await("PAUSED", LONGEST, now -> now.state().equals("PAUSED"));
        // A mark follows the last bytes after 2 s at most; it changes the journal.
        JobLook.awaitThat("a quiet work area", LONGEST, () -> quietFor(Duration.ofSeconds(3)));
        sites.destination().kill();
        List<Path> parts = sites.partialFiles();
        assertThat(parts).hasSize(1);
        tampering.with(parts.get(0));
        sites.destination().start();

        assertThat(sites.client("set", job.id(), "--max-rate", "200M").code()).isZero();
        assertThat(sites.client("resume", job.id()).code()).isZero();
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertArrived(job, source, name);
        return end;
    }

    private boolean quietFor(Duration time) {
        try {
            Path work = sites.destinationData().resolve(".bdm");
            String changed = Shell.run("find \"$1\" -type f -newermt \"-$2 seconds\"", work, time.toSeconds());
            return changed.isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aByteFlippedOnTheWireIsRefusedAndWantedAgain() throws IOException {
        Path source = oneFile("wire-once", 32 * MIB);
        long damagedBefore = wire.payloadsDamaged();
        AtomicBoolean isDone = new AtomicBoolean();
        wire.damage((type, file, bytes) ->
                type == DataWire.BLOCK && bytes > 1000 && isDone.compareAndSet(false, true) ? bytes / 2 : -1);
        try {
            JobLook job = sites.submit("wire-once");
            JobView end = job.awaitEnd(LONGEST);
            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
            assertThat(wire.payloadsDamaged() - damagedBefore).isEqualTo(1);
            assertThat(end.bytes().moved()).isEqualTo(32 * MIB);
            assertThat(end.bytes().resent()).isBetween(1L, BLOCK_BYTES);
            assertArrived(job, source, "wire-once");
        } finally {
            wire.damage((type, file, bytes) -> -1);
        }
    }

    @Test
    void aByteFlippedInAPackOfSmallFilesIsRefusedAndWantedAgain() throws IOException {
        Path tree = Files.createDirectories(sites.sourceData().resolve("wire-pack"));
        TreeOfSizes files = new TreeOfSizes(7);
        for (int i = 0; i < 200; i++) files.file(tree.resolve("f" + i), 3000 + i);
        AtomicBoolean isDone = new AtomicBoolean();
        long damagedBefore = wire.payloadsDamaged();
        wire.damage(
                (type, file, bytes) -> type == DataWire.PACK && isDone.compareAndSet(false, true) ? bytes - 100 : -1);
        try {
            JobLook job = sites.submit("wire-pack");
            JobView end = job.awaitEnd(LONGEST);
            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
            assertThat(wire.payloadsDamaged() - damagedBefore).isEqualTo(1);
            assertThat(end.bytes().resent()).isPositive();
            TreeOracle.assertSame(tree, sites.destinationData().resolve("wire-pack"));
        } finally {
            wire.damage((type, file, bytes) -> -1);
        }
    }

    @Test
    void aFileWhoseEveryBlockIsDamagedFailsAndTheOthersArrive() throws IOException {
        Path tree = oneFile("wire-always", 8 * MIB);
        TreeOfSizes files = new TreeOfSizes(8);
        for (int i = 0; i < 5; i++) files.file(tree.resolve("good" + i), 1000 + i);
        wire.damage((type, file, bytes) -> type == DataWire.BLOCK ? bytes / 3 : -1);
        try {
            JobLook job = sites.submit("wire-always");
            JobView end = job.awaitEnd(LONGEST);
            assertThat(end.state()).as(job.told()).isEqualTo("PARTIAL");
            assertThat(end.files().done()).isEqualTo(5);
            assertThat(job.files("FAILED")).singleElement().satisfies(file -> {
                assertThat(file.errorCode()).isEqualTo("CHECKSUM_MISMATCH");
                assertThat(file.errorText()).contains("big.nc");
            });
            assertThat(sites.destinationData().resolve("wire-always/big.nc")).doesNotExist();
            assertThat(sites.partialFiles()).isEmpty();
            for (int i = 0; i < 5; i++) {
                assertThat(sites.destinationData().resolve("wire-always/good" + i))
                        .hasSameBinaryContentAs(tree.resolve("good" + i));
            }
        } finally {
            wire.damage((type, file, bytes) -> -1);
        }
    }

    @Test
    void aConnectionThatIsResetEveryTwoSecondsEndsTheJobAllTheSame() throws IOException {
        Path source = oneFile("resets", 96 * MIB);
        JobLook job = sites.submit("resets", "--max-rate", "14M");
        long next = System.nanoTime() + 2_000_000_000L;
        int resets = 0;
        while (job.now().map(now -> !JobLook.isFinal(now)).orElse(true)) {
            if (System.nanoTime() - next > 0) {
                if (wire.reset() > 0) resets++;
                next = System.nanoTime() + 2_000_000_000L;
            }
            assertThat(System.nanoTime() - next).as("stuck: %s", job.told()).isLessThan(LONGEST.toNanos());
            LockSupport.parkNanos(20_000_000);
        }
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        System.out.println(resets + " resets, " + end.bytes().resent() + " bytes sent again");
        assertThat(resets).isGreaterThanOrEqualTo(2);
        assertThat(end.bytes().moved()).isEqualTo(96 * MIB);
        assertThat(end.bytes().resent()).isBetween(0L, resets * 64L * MIB);
        assertArrived(job, source, "resets");
    }

    private Path oneFile(String tree, long size) throws IOException {
        Path source = Files.createDirectories(sites.sourceData().resolve(tree));
        new TreeOfSizes(tree.hashCode()).file(source.resolve("big.nc"), size);
        return source;
    }

    private void assertArrived(JobLook job, Path source, String tree) throws IOException {
        Path destination = sites.destinationData().resolve(tree);
        TreeOracle.assertSame(source, destination);
        for (FileView file : job.files("DONE")) {
            assertThat(file.digest().value()).isEqualTo(TreeOracle.sha256(destination.resolve("big.nc")));
        }
        assertThat(sites.partialFiles()).isEmpty();
    }
}
