package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.bdm.client.demo.ServerProcess;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One million files of 1 KiB between two servers with a heap of 512 MiB each, on memory, with a kill of both half-way.
 * Speed is printed, not judged. {@code -Dbdm.files=N} for another number.
 */
@Tag("long")
class MillionFilesIT {
    private static final int FILES = Integer.getInteger("bdm.files", 1_000_000);
    private static final int FILES_PER_DIRECTORY = 1000;
    private static final int FILE_BYTES = 1024;
    private static final Path MEMORY = Path.of("/dev/shm");
    /** A page of content, a page of directory, an inode; at both sites. */
    private static final long ROOM_BYTES = FILES * 2L * 6000;

    private static final Duration LONGEST = Duration.ofMinutes(60);
    private static final Duration HEAP_LOOK_EVERY = Duration.ofSeconds(10);

    private final List<Long> statusMicros = new ArrayList<>();
    private final List<HeapLook> heaps = new ArrayList<>();

    private record HeapLook(double share, long sourceBytes, long destinationBytes) {}

    @Test
    void aMillionFilesArriveInBoundedMemoryOverAKillOfBoth() throws IOException {
        FileStore store = Files.getFileStore(MEMORY);
        assumeTrue(store.getUsableSpace() > ROOM_BYTES, "not enough room on " + MEMORY);
        Path directory = Files.createTempDirectory(MEMORY, "bdm-million-");
        try (TwoSites sites = TwoSites.paired(SiteSetup.in(directory).javaOptions("-Xmx512m"))) {
            writeFiles(sites.sourceData().resolve("many"));
            run(sites);
            assertSame(
                    sites.sourceData().resolve("many"), sites.destinationData().resolve("many"));
        } finally {
            Shell.run("rm -rf \"$1\"", directory);
        }
    }

    private void run(TwoSites sites) throws IOException {
        long begun = System.nanoTime();
        JobLook job = sites.submit("many");
        watched(sites, job, "the listing", JobView::listingComplete);
        double listed = secondsSince(begun);
        System.out.printf("listed %d files in %.1f s%n", FILES, listed);

        watched(sites, job, "half", now -> now.files().done() > FILES / 2);
        sites.destination().kill();
        sites.source().kill();
        Instant killed = Instant.now();
        sites.source().start();
        sites.destination().start();
        System.out.printf("both killed half-way, ready again after %s%n", Duration.between(killed, Instant.now()));

        JobView end = watched(sites, job, "the end", JobLook::isFinal);
        double seconds = secondsSince(begun);
        System.out.printf(
                "%d files in %.1f s: %.0f files/s, kill included; %d bytes sent again%n",
                FILES, seconds, FILES / seconds, end.bytes().resent());
        printStatusTimes();
        printHeaps();
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.files().done()).isEqualTo(FILES);
        assertThat(end.bytes().moved()).isEqualTo((long) FILES * FILE_BYTES);
    }

    /** Asks for the status all the time, and now and then both processes for what is left after a full collection. */
    private JobView watched(TwoSites sites, JobLook job, String what, Predicate<JobView> condition) {
        long[] nextHeap = {System.nanoTime()};
        return job.await(what, LONGEST, now -> {
            statusMicros.add(job.answeredInMicros());
            if (System.nanoTime() > nextHeap[0]) {
                nextHeap[0] = System.nanoTime() + HEAP_LOOK_EVERY.toNanos();
                lookAtHeaps(sites, (double) now.files().done() / FILES);
            }
            return condition.test(now);
        });
    }

    private void lookAtHeaps(TwoSites sites, double share) {
        try {
            heaps.add(new HeapLook(share, oldGeneration(sites.source()), oldGeneration(sites.destination())));
        } catch (IOException e) {
            throw new AssertionError("jcmd and jstat of the JDK that runs the tests are needed", e);
        }
    }

    private static long oldGeneration(ServerProcess server) throws IOException {
        String usedKib = Shell.run(
                "\"$1/bin/jcmd\" \"$2\" GC.run >/dev/null && \"$1/bin/jstat\" -gc \"$2\" | awk 'NR==1 {for (i=1;i<=NF;i++) if ($i==\"OU\") c=i} NR==2 {print $c}'",
                System.getProperty("java.home"),
                server.processId());
        return Math.round(Double.parseDouble(usedKib.strip()) * 1024);
    }

    private void printStatusTimes() {
        Collections.sort(statusMicros);
        System.out.printf(
                "status asked %d times: median %.1f ms, p99 %.1f ms, worst %.1f ms%n",
                statusMicros.size(), status(0.5), status(0.99), status(1));
    }

    private double status(double quantile) {
        int index = (int) Math.min(statusMicros.size() - 1, Math.floor(quantile * statusMicros.size()));
        return statusMicros.get(index) / 1000.0;
    }

    private void printHeaps() {
        for (HeapLook look : heaps) {
            System.out.printf(
                    "at %3.0f %%: old generation of source %d MiB, of destination %d MiB%n",
                    look.share() * 100, look.sourceBytes() >> 20, look.destinationBytes() >> 20);
        }
        double first = mean(0.02, 0.25);
        double last = mean(0.75, 1);
        System.out.printf(
                "destination, first quarter %.1f MiB, last quarter %.1f MiB: %+.0f %%%n",
                first / (1 << 20), last / (1 << 20), (last / first - 1) * 100);
    }

    private double mean(double from, double to) {
        return heaps.stream()
                .filter(look -> look.share() >= from && look.share() <= to)
                .mapToLong(HeapLook::destinationBytes)
                .average()
                .orElse(Double.NaN);
    }

    private static double secondsSince(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void writeFiles(Path tree) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        ByteBuffer content = ByteBuffer.allocate(FILE_BYTES);
        for (int i = 0; i < FILES; i++) {
            Path directory = tree.resolve("d" + i / FILES_PER_DIRECTORY);
            if (i % FILES_PER_DIRECTORY == 0) Files.createDirectories(directory);
            content.clear();
            while (content.hasRemaining()) content.putLong(random.nextLong());
            Files.write(directory.resolve("f" + i), content.array());
        }
    }

    /** Too many for one text: lists and digests go through files. */
    private static void assertSame(Path source, Path destination) throws IOException {
        Shell.run("diff -rq \"$1\" \"$2\"", source, destination);
        Shell.run("""
                list() { (cd "$1" && find . ! -name . -type f -printf '%P %s %T@\\n' | LC_ALL=C sort); }
                list "$1" > "$2.from"
                list "$2" > "$2.to"
                cmp "$2.from" "$2.to"
                """, source, destination);
    }
}
