package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.bdm.client.JobSelection;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long list arrives whole and once, also when the server is killed while it is being sent. */
class ListUploadIT {
    private static final int LINES = 80_000;
    private static final Duration WITHIN = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void anUploadIsResumedWhenTheServerIsKilledInTheMiddle() throws Exception {
        long seed = Long.getLong("bdm.seed", System.nanoTime());
        System.out.println("seed of the kill during the upload: " + seed);
        try (TwoSites sites = TwoSites.paired(directory)) {
            CompletableFuture<Result> submitted = CompletableFuture.supplyAsync(
                    () -> sites.client("submit", "--batch", list().toString(), "--label", "long"));
            Awaitility.await().atMost(WITHIN).until(() -> stored(sites) > 0);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(new SplittableRandom(seed).nextLong(500)));
            sites.destination().kill();
            sites.destination().start();

            Result result = ended(submitted);
            assertThat(result.code()).as(result.err()).isZero();
            String id = result.out().strip();
            assertThat(result.err()).contains(id + ": sending the list", "resuming the upload");
            assertThat(sites.api().jobs(JobSelection.labelled("long")))
                    .toIterable()
                    .extracting(JobView::id)
                    .containsExactly(id);
            JobView end = sites.look(id).awaitEnd(WITHIN);
            assertThat(end.files().total()).isEqualTo(LINES);
        }
    }

    /** Entries of the list that are stored; -1 while the job is not there or the server does not answer. */
    private static long stored(TwoSites sites) throws IOException {
        MoverApi api = sites.api();
        try {
            for (Iterator<JobView> jobs = api.jobs(new JobSelection("QUEUED", "long", null, null, null));
                    jobs.hasNext(); ) {
                JobView job = jobs.next();
                if (job.stateReason() == null || job.stateReason().text() == null) continue;
                String text = job.stateReason().text();
                return Long.parseLong(
                        text.replaceAll(".*; ([0-9,]+) entr.*", "$1").replace(",", ""));
            }
        } catch (ServerUnreachable | ServerRefusal | NumberFormatException notYet) {
            return -1;
        }
        return -1;
    }

    private Path list() {
        Path list = directory.resolve("list");
        try (BufferedWriter lines = Files.newBufferedWriter(list)) {
            for (int i = 0; i < LINES; i++) {
                lines.write("bdm://a/data/no/f" + i + " bdm://b/replica/d" + i / 1000 + "/f" + i + "\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return list;
    }

    private static Result ended(CompletableFuture<Result> command)
            throws ExecutionException, InterruptedException, TimeoutException {
        return command.get(WITHIN.toSeconds(), TimeUnit.SECONDS);
    }
}
