package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.CRC32C;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the field does to a job that runs: others are unharmed, nothing wrong is placed, everything is said. */
@ExtendWith(SharedSites.class)
class HostileIT {
    private static final long MIB = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final int CLOSED_WITHIN_MILLIS = 10_000;

    private final TwoSites sites;

    HostileIT(TwoSites sites) {
        this.sites = sites;
    }

    @Test
    void anUnreadableFileAndAnUnreadableDirectoryFailAloneAndTheOthersArrive() throws IOException {
        assumeFalse(
                SiteSetup.sourceReadsEverything(),
                "root reads everything and cannot give up that right here (setpriv)");
        Shell.run("""
                mkdir "$1/locked" && cd "$1/locked"
                echo 1 > good
                echo 2 > bad && chmod 0 bad
                mkdir closed && echo 3 > closed/x && chmod 0 closed
                """, sites.sourceData());
        Result result = sites.replicate("locked");
        assertThat(result.code()).as(result.toString()).isEqualTo(1);
        JobLook job = sites.look(result.out().strip());
        assertThat(job.files("FAILED"))
                .extracting(FileView::errorCode)
                .containsExactly("SOURCE_UNREADABLE", "SOURCE_UNREADABLE");
        assertThat(job.files("FAILED"))
                .extracting(FileView::source)
                .containsExactlyInAnyOrder(sites.from("locked/bad"), sites.from("locked/closed"));
        assertThat(sites.destinationData().resolve("locked/good")).hasContent("1");
        Shell.run("chmod 700 \"$1/locked/closed\"", sites.sourceData());
    }

    @Test
    void aSourceThatIsRewrittenUnderTheTransferIsNeverPlacedMixed() throws IOException {
        Path file = oneFile("rewritten", 48 * MIB);
        JobLook job = sites.submit("rewritten", "--max-rate", "8M");
        job.awaitWhileOpen("bytes at the destination", LONGEST, () -> arrived(job) > 8 * MIB);
        try (RandomAccessFile writer = new RandomAccessFile(file.toFile(), "rw")) {
            for (long at = 0; at < 48 * MIB; at += MIB) {
                writer.seek(at);
                writer.write("rewritten in place".getBytes(StandardCharsets.US_ASCII));
            }
        }
        sites.client("set", job.id(), "--max-rate", "200M"); // refused if it has ended meanwhile
        JobView end = job.awaitEnd(LONGEST);
        Path placed = sites.destinationData().resolve("rewritten/big.nc");
        if (end.state().equals("SUCCEEDED")) {
            assertThat(placed).hasSameBinaryContentAs(file);
            assertThat(Files.getLastModifiedTime(placed)).isEqualTo(Files.getLastModifiedTime(file));
        } else {
            assertThat(job.files("FAILED")).singleElement().satisfies(failed -> {
                assertThat(failed.errorCode()).isEqualTo("SOURCE_CHANGED");
                assertThat(failed.errorText()).contains("big.nc");
            });
            assertThat(placed).doesNotExist();
        }
    }

    @Test
    void aSourceThatGrowsWithoutPauseFailsAndLeavesTheOldDestination() throws IOException {
        Path file = oneFile("growing", 24 * MIB);
        Path old = Files.createDirectories(sites.destinationData().resolve("growing"))
                .resolve("big.nc");
        Files.writeString(old, "old content");
        Thread writer = new Thread(() -> growUntilInterrupted(file));
        writer.start();
        try {
            JobLook job = sites.submit("growing", "--on-conflict", "overwrite", "--max-rate", "24M");
            JobView end = job.awaitEnd(LONGEST);
            assertThat(end.state()).as(job.told()).isEqualTo("FAILED");
            assertThat(job.files("FAILED"))
                    .singleElement()
                    .satisfies(failed -> assertThat(failed.errorCode()).isEqualTo("SOURCE_CHANGED"));
        } finally {
            writer.interrupt();
        }
        assertThat(old).hasContent("old content");
    }

    private static void growUntilInterrupted(Path file) {
        try (OutputStream out = Files.newOutputStream(file, java.nio.file.StandardOpenOption.APPEND)) {
            while (!Thread.interrupted()) {
                out.write('x');
                java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void garbageOnTheDataPortsLeavesARunningJobUnharmed() throws IOException {
        oneFile("harassed", 40 * MIB);
        JobLook job = sites.submit("harassed", "--max-rate", "8M");
        job.awaitWhileOpen("bytes at the destination", LONGEST, () -> arrived(job) > MIB);
        List<byte[]> hostile = List.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "\u0000\u0001garbage".repeat(1000).getBytes(StandardCharsets.ISO_8859_1),
                plainFrame(0xFFFFFFFF),
                plainFrame(Integer.MIN_VALUE),
                plainFrame(8193),
                new byte[] {0x16, 3, 1, 2, 0, 1});
        for (int port : new int[] {
            sites.source().ready().dataPort(), sites.destination().ready().dataPort()
        }) {
            for (byte[] bytes : hostile) assertClosed(port, bytes);
        }
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.bytes().resent()).isZero();
        TreeOracle.assertSame(
                sites.sourceData().resolve("harassed"), sites.destinationData().resolve("harassed"));
    }

    /** The plain preface and the header of a HELLO with a right checksum and this length of its payload. */
    private static byte[] plainFrame(int payloadLength) {
        byte[] preface = {'B', 'D', 'M', '1', '\r', '\n', 0x1a, '\n'};
        ByteBuffer bytes = ByteBuffer.allocate(8 + 64);
        bytes.put(preface);
        bytes.put((byte) 'B')
                .put((byte) 'M')
                .put((byte) 1)
                .put((byte) 1)
                .putInt(0)
                .putInt(payloadLength);
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 8, 60);
        bytes.putInt(8 + 60, (int) crc.getValue());
        return bytes.array();
    }

    private static void assertClosed(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(CLOSED_WITHIN_MILLIS);
            socket.getOutputStream().write(bytes);
            if (bytes[0] == 0x16) socket.shutdownOutput(); // half a TLS record may wait for its rest for 15 s
            socket.getInputStream().readAllBytes();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open after " + bytes.length + " bytes beginning with " + bytes[0], e);
        } catch (IOException reset) {
            assertThat(reset).isNotInstanceOf(java.net.ConnectException.class);
        }
    }

    @Test
    void aSiteThatWasRemovedIsRefusedUntilItIsPairedAgain() throws IOException {
        oneFile("removed", MIB);
        assertThat(TwoSites.client(sites.source(), "site", "remove", "b").code())
                .isZero();
        try {
            JobLook job = sites.submit("removed");
            JobView refused = job.await("a pause", LONGEST, now -> now.state().equals("PAUSED"));
            assertThat(refused.stateReason().code()).as(job.told()).isEqualTo("CREDENTIALS");
            assertThat(refused.files().done()).isZero();
            pairAgain();
            assertThat(sites.client("resume", job.id()).code()).isZero();
            assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");
        } finally {
            pairAgain();
        }
    }

    private void pairAgain() {
        Result paired = sites.pair();
        assertThat(paired.code()).as(paired.toString()).isZero();
    }

    private Path oneFile(String tree, long size) throws IOException {
        Path source = Files.createDirectories(sites.sourceData().resolve(tree));
        Path file = source.resolve("big.nc");
        new TreeOfSizes(tree.hashCode()).file(file, size);
        return file;
    }

    /** The temporary file has its whole size from the beginning, so its size tells nothing. */
    private static long arrived(JobLook job) {
        return job.now().map(now -> now.bytes().moved()).orElse(0L);
    }
}
