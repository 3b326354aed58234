package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bdm.client.JobSelection;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accepted means kept: a job that was answered with 201 is there, whole, when the control plane was killed at once. */
class DurableSubmitIT {
    private static final int LINES = 1000;
    private static final int AT_ONCE = 20;
    private static final Duration ROWS_WITHIN = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static TwoSites sites;
    private static MoverApi api;

    @BeforeAll
    static void start() throws IOException {
        sites = TwoSites.paired(directory);
        api = sites.api();
        Shell.run(
                "cd \"$1\" && mkdir lines && for i in $(seq -w 0 999); do echo \"content of $i\" > lines/f$i; done",
                sites.sourceData());
    }

    @AfterAll
    static void stop() {
        if (sites != null) sites.close();
    }

    @Test
    void aTreeIsKeptOverAKillRightAfterTheAnswer() throws IOException {
        JobView answered = api.submit(tree("kept", "lines"), "tree-kept");
        killWithin50MillisecondsOf(System.nanoTime());
        sites.destination().start();

        JobView kept = api.job(answered.id());
        assertThat(kept.label()).isEqualTo("kept");
        assertThat(api.submit(tree("kept", "lines"), "tree-kept").id()).isEqualTo(answered.id());
        JobView end = sites.look(answered.id()).awaitEnd(ROWS_WITHIN);
        assertThat(end.state()).isEqualTo("SUCCEEDED");
        assertThat(end.files().total()).isEqualTo(LINES);
    }

    @Test
    void everyLineOfABatchIsKeptOverAKillRightAfterTheAnswer() throws IOException {
        SubmitJob batch = batch("of-kept", LINES);
        JobView answered = api.submit(batch, "batch-kept");
        killWithin50MillisecondsOf(System.nanoTime());
        sites.destination().start();

        assertThat(api.job(answered.id()).kind()).isEqualTo("BATCH");
        assertEveryRowIsThere(answered.id(), batch);
    }

    @Test
    void everyLineOfAStreamedListIsKeptOverAKillRightAfterTheAnswer() throws IOException {
        SubmitJob batch = batch("of-streamed", LINES);
        SubmitJob head = new SubmitJob("of-streamed", "BATCH", List.of(), null);
        JobView answered = api.submitStreamed(head, () -> batch.items().iterator(), "streamed-kept");
        killWithin50MillisecondsOf(System.nanoTime());
        sites.destination().start();

        assertEveryRowIsThere(answered.id(), batch);
    }

    /** Killed around the answer: either nothing is there, or all of it; the repetition with the same key makes it one job. */
    @Test
    void aKillAroundTheAnswerLeavesOneWholeJobAfterTheRepetition() throws Exception {
        long seed = Long.getLong("bdm.seed", System.nanoTime());
        System.out.println("seed of the kills around the answer: " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 3; round++) {
            String label = "around-" + round;
            SubmitJob batch = batch(label, LINES);
            long delayMillis = random.nextLong(60);
            Thread killer = new Thread(() -> {
                LockSupport.parkNanos(delayMillis * 1_000_000);
                sites.destination().kill();
            });
            killer.start();
            String answered = idUnlessKilled(batch, label);
            killer.join();
            sites.destination().start();

            String repeated = api.submit(batch, label).id();
            if (answered != null) assertThat(repeated).isEqualTo(answered);
            assertThat(labels(label))
                    .as("jobs after a kill at %s ms", delayMillis)
                    .containsExactly(repeated);
            assertEveryRowIsThere(repeated, batch);
        }
    }

    @Test
    void twentyAtOnceWithOneKeyMakeOneJob() throws Exception {
        SubmitJob job = batch("at-once", 50);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                MoverApi own = sites.api();
                Callable<String> submit = () -> {
                    go.await();
                    return own.submit(job, "one-key").id();
                };
                answers.add(threads.submit(submit));
            }
            go.countDown();
            Set<String> ids = new HashSet<>();
            for (Future<String> answer : answers) ids.add(answer.get(60, TimeUnit.SECONDS));
            assertThat(ids).hasSize(1);
        } catch (ExecutionException e) {
            throw new AssertionError("one of the twenty was refused", e.getCause());
        } finally {
            threads.shutdownNow();
        }
        assertThat(labels("at-once")).hasSize(1);
    }

    @Test
    void aKeyThatWasUsedForAnotherJobIsRefused() {
        api.submit(tree("first", "lines"), "used-key");
        assertThatThrownBy(() -> api.submit(tree("second", "lines"), "used-key"))
                .isInstanceOfSatisfying(ServerRefusal.class, refusal -> {
                    assertThat(refusal.problem().code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
                    assertThat(refusal.problem().status()).isEqualTo(422);
                });
        assertThat(labels("second")).isEmpty();
    }

    private static void killWithin50MillisecondsOf(long answeredNanos) {
        ProcessHandle server = ProcessHandle.of(sites.destination().processId()).orElseThrow();
        server.destroyForcibly();
        long millis = (System.nanoTime() - answeredNanos) / 1_000_000;
        sites.destination().kill();
        System.out.println("killed " + millis + " ms after the answer");
        assertThat(millis).isLessThan(50);
    }

    private static String idUnlessKilled(SubmitJob batch, String key) {
        try {
            return api.submit(batch, key).id();
        } catch (ServerUnreachable killed) {
            return null;
        } catch (ServerRefusal e) {
            if (e.isPassing()) return null;
            throw e;
        }
    }

    private static void assertEveryRowIsThere(String id, SubmitJob batch) throws IOException {
        JobLook job = sites.look(id);
        JobView end = job.awaitEnd(ROWS_WITHIN);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.files().total()).isEqualTo(batch.items().size());
        assertThat(job.files(null))
                .extracting(FileView::destination)
                .containsExactlyInAnyOrderElementsOf(
                        batch.items().stream().map(JobItem::destination).toList());
    }

    private static List<String> labels(String label) {
        List<String> ids = new ArrayList<>();
        for (Iterator<JobView> jobs = api.jobs(JobSelection.labelled(label)); jobs.hasNext(); )
            ids.add(jobs.next().id());
        return ids;
    }

    private static SubmitJob tree(String label, String name) {
        JobItem item = new JobItem("bdm://a/data/" + name, "bdm://b/replica/" + label, true, null, List.of());
        return new SubmitJob(label, "TREE", List.of(item), null);
    }

    private static SubmitJob batch(String label, int lines) {
        List<JobItem> items = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            String name = "f%03d".formatted(i);
            items.add(new JobItem(
                    "bdm://a/data/lines/" + name, "bdm://b/replica/" + label + "/" + name, null, null, List.of()));
        }
        return new SubmitJob(label, "BATCH", items, null);
    }
}
