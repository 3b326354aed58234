package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bdm.client.JobSelection;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;

/** Submits small jobs all the time, each with a key and until it is acknowledged. Every acknowledged job must be there, once. */
final class SubmittingClient implements AutoCloseable {
    private static final int FILES = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private record Acknowledged(String key, SubmitJob job, String id) {}

    private final MoverApi api;
    private final Duration pause;
    private final List<Acknowledged> acknowledged = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "submits");
    private volatile Throwable failure;
    private final AtomicInteger repetitions = new AtomicInteger();

    /** Begins; the source has files {@code bdm://a/data/tiny/f0} and so on. */
    SubmittingClient(MoverApi api, Duration pause) {
        this.api = api;
        this.pause = pause;
        thread.start();
    }

    static String name(int file) {
        return "f" + file % FILES;
    }

    static int files() {
        return FILES;
    }

    private void run() {
        try {
            for (int number = 0; !isOver.get(); number++) {
                acknowledged.add(acknowledged("submitted-" + number, job(number)));
                LockSupport.parkNanos(pause.toNanos());
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Asks until there is an answer, also when it is over: else nobody knows whether the last one is there. */
    private Acknowledged acknowledged(String key, SubmitJob job) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return new Acknowledged(key, job, api.submit(job, key).id());
            } catch (ServerUnreachable e) {
                if (System.nanoTime() > deadline) throw e;
            } catch (ServerRefusal e) {
                // what has a key may be repeated when nobody knows whether it was done (docs/operations.md)
                boolean mayBeRepeated = e.isPassing() || e.problem().code().equals("OUTCOME_UNKNOWN");
                if (!mayBeRepeated || System.nanoTime() > deadline) throw e;
            }
            repetitions.incrementAndGet();
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    private static SubmitJob job(int number) {
        List<JobItem> items = new ArrayList<>();
        for (int i = 0; i < FILES; i++)
            items.add(new JobItem(
                    "bdm://a/data/tiny/" + name(i),
                    "bdm://b/replica/submitted/" + number + "/" + name(i),
                    null,
                    null,
                    List.of()));
        return new SubmitJob("submitted-" + number, "BATCH", items, null);
    }

    /** Submits no more. */
    @Override
    public void close() {
        isOver.set(true);
        try {
            thread.join(2 * PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After {@link #close}: every acknowledged job ends well, has its files, and is the only one of its key. Returns how many. */
    int assertAllAreThere(MoverApi anyNode, Duration longest) {
        assertThat(failure).as("a submission was refused").isNull();
        System.out.printf("%d submissions acknowledged, %d repeated%n", acknowledged.size(), repetitions.get());
        for (Acknowledged one : acknowledged) {
            JobLook look = new JobLook(anyNode, one.id(), () -> 0);
            JobView end = look.awaitEnd(longest);
            assertThat(end.state()).as(look.told()).isEqualTo("SUCCEEDED");
            assertThat(look.files(null))
                    .extracting(FileView::state)
                    .hasSize(FILES)
                    .containsOnly("DONE");
            assertThat(anyNode.submit(one.job(), one.key()).id())
                    .as("the same submission again")
                    .isEqualTo(one.id());
            List<String> ids = new ArrayList<>();
            for (Iterator<JobView> jobs =
                            anyNode.jobs(JobSelection.labelled(one.job().label()));
                    jobs.hasNext(); ) {
                JobView job = jobs.next();
                if (job.label().equals(one.job().label())) ids.add(job.id());
            }
            assertThat(ids).containsExactly(one.id());
        }
        return acknowledged.size();
    }
}
