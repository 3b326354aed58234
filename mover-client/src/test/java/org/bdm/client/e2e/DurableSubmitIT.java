package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.bdm.client.JobSelection;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Accepted means kept: a job that was answered with 201 is there, whole, when the control plane was killed at once; a long list also when it was being sent. */
@ExtendWith(OwnSites.class)
class DurableSubmitIT {
    private static final int LINES = 1000;
    private static final int AT_ONCE = 20;
    private static final int UPLOADED = 40_000;
    private static final Duration UPLOADED_WITHIN = Duration.ofMinutes(3);
    private static final Duration ROWS_WITHIN = Duration.ofSeconds(60);

    private final TwoSites sites;
    private final MoverApi api;
    /** Looked up before anything is submitted: only the signal comes after the answer. */
    private final ProcessHandle controlPlane;

    DurableSubmitIT(TwoSites sites) throws IOException {
        this.sites = sites;
        this.api = sites.api();
        this.controlPlane = ProcessHandle.of(sites.destination().processId()).orElseThrow();
    }

    @BeforeAll
    static void write(TwoSites sites) throws IOException {
        Shell.run(
                "cd \"$1\" && mkdir lines && for i in $(seq -w 0 999); do echo \"content of $i\" > lines/f$i; done",
                sites.sourceData());
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

    @Test
    void anUploadIsResumedWhenTheServerIsKilledInTheMiddle(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("bdm.seed", System.nanoTime());
        System.out.println("seed of the kill during the upload: " + seed);
        Path uploaded = list(directory.resolve("list"));
        CompletableFuture<Result> submitted = CompletableFuture.supplyAsync(
                () -> sites.client("submit", "--batch", uploaded.toString(), "--label", "long"));
        Awaitility.await().atMost(UPLOADED_WITHIN).until(() -> stored() > 0);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(new SplittableRandom(seed).nextLong(500)));
        sites.destination().kill();
        sites.destination().start();

        Result result = submitted.get(UPLOADED_WITHIN.toSeconds(), TimeUnit.SECONDS);
        assertThat(result.code()).as(result.err()).isZero();
        String id = result.out().strip();
        assertThat(result.err()).contains(id + ": sending the list", "resuming the upload");
        assertThat(sites.api().jobs(JobSelection.labelled("long")))
                .toIterable()
                .extracting(JobView::id)
                .containsExactly(id);
        JobView end = sites.look(id).awaitEnd(UPLOADED_WITHIN);
        assertThat(end.files().total()).isEqualTo(UPLOADED);
    }

    /** Killed around the answer: either nothing is there, or all of it; the repetition with the same key makes it one job. */
    @Test
    void aKillAroundTheAnswerLeavesOneWholeJobAfterTheRepetition() throws Exception {
        killedAroundTheAnswer(1);
    }

    @Test
    @Tag("long")
    void manyKillsAroundTheAnswerLeaveOneWholeJobEach() throws Exception {
        killedAroundTheAnswer(20);
    }

    private void killedAroundTheAnswer(int rounds) throws Exception {
        long seed = Long.getLong("bdm.seed", System.nanoTime());
        System.out.println("seed of the kills around the answer: " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
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

    /** Entries of the list that are stored; -1 while the job is not there or the server does not answer. */
    private long stored() {
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

    private static Path list(Path list) throws IOException {
        try (BufferedWriter lines = Files.newBufferedWriter(list)) {
            for (int i = 0; i < UPLOADED; i++) {
                lines.write("bdm://a/data/no/f" + i + " bdm://b/replica/d" + i / 1000 + "/f" + i + "\n");
            }
        }
        return list;
    }

    private void killWithin50MillisecondsOf(long answeredNanos) {
        controlPlane.destroyForcibly();
        long millis = (System.nanoTime() - answeredNanos) / 1_000_000;
        sites.destination().kill();
        System.out.println("killed " + millis + " ms after the answer");
        assertThat(millis).isLessThan(50);
    }

    private String idUnlessKilled(SubmitJob batch, String key) {
        try {
            return api.submit(batch, key).id();
        } catch (ServerUnreachable killed) {
            return null;
        } catch (ServerRefusal e) {
            if (e.isPassing()) return null;
            throw e;
        }
    }

    private void assertEveryRowIsThere(String id, SubmitJob batch) throws IOException {
        JobLook job = sites.look(id);
        JobView end = job.awaitEnd(ROWS_WITHIN);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.files().total()).isEqualTo(batch.items().size());
        assertThat(job.files(null))
                .extracting(FileView::destination)
                .containsExactlyInAnyOrderElementsOf(
                        batch.items().stream().map(JobItem::destination).toList());
    }

    private List<String> labels(String label) {
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
