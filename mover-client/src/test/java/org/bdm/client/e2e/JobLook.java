package org.bdm.client.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;

/** One job, as its control plane shows it from outside; every look is checked by the {@link CountsOracle}. */
final class JobLook {
    private static final Set<String> FINAL = Set.of("SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED");
    private static final long POLL_NANOS = 20_000_000;
    /** Between looks at a job that takes longer than {@link #SOON_NANOS}: each costs both processes what a small file does. */
    private static final long LATER_POLL_NANOS = 200_000_000;

    private static final long SOON_NANOS = 2_000_000_000;

    private final MoverApi api;
    private final String id;
    private final LongSupplier process;
    private final CountsOracle counts = new CountsOracle();
    private JobView last;
    private long answeredInMicros;

    /**
     * A look at a job.
     *
     * @param process number of the process that answers
     */
    JobLook(MoverApi api, String id, LongSupplier process) {
        this.api = api;
        this.id = id;
        this.process = process;
    }

    String id() {
        return id;
    }

    /** The number by which the tables know it. */
    long number() {
        return Long.parseLong(id.substring("job-".length()));
    }

    MoverApi api() {
        return api;
    }

    /** Empty while the server does not answer. */
    Optional<JobView> now() {
        long asked = System.nanoTime();
        try {
            last = api.job(id);
            answeredInMicros = (System.nanoTime() - asked) / 1000;
        } catch (ServerUnreachable e) {
            return Optional.empty();
        } catch (ServerRefusal e) {
            if (e.isPassing()) return Optional.empty();
            throw e;
        }
        counts.see(last, process.getAsLong());
        return Optional.of(last);
    }

    /** How long the last answer took. */
    long answeredInMicros() {
        return answeredInMicros;
    }

    static boolean isFinal(JobView job) {
        return FINAL.contains(job.state());
    }

    JobView awaitEnd(Duration longest) {
        return await("the end", longest, JobLook::isFinal);
    }

    /** Fails at once when the job ends without it. */
    JobView await(String what, Duration longest, Predicate<JobView> condition) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < longest.toNanos()) {
            Optional<JobView> job = now();
            if (job.isPresent()) {
                if (condition.test(job.get())) return job.get();
                if (isFinal(job.get())) throw new AssertionError("ended without " + what + ": " + told());
            }
            LockSupport.parkNanos(System.nanoTime() - begun < SOON_NANOS ? POLL_NANOS : LATER_POLL_NANOS);
        }
        throw new AssertionError("no " + what + " within " + longest.toSeconds() + " s: " + told());
    }

    /** Waits for something that is not told by the job; it must not end before. */
    void awaitWhileOpen(String what, Duration longest, BooleanSupplier condition) {
        await(what, longest, job -> condition.getAsBoolean());
    }

    /** Waits for something anywhere. */
    static void awaitThat(String what, Duration longest, BooleanSupplier condition) {
        long deadline = System.nanoTime() + longest.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline)
                throw new AssertionError("no " + what + " within " + longest.toSeconds() + " s");
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    List<FileView> files(String state) {
        List<FileView> files = new ArrayList<>();
        api.files(id, state, null).forEachRemaining(files::add);
        return files;
    }

    /** All that can be said of it, for the message of a test that failed. */
    String told() {
        try {
            return last + "\n  " + api.explanation(id) + "\n  not final: "
                    + files(null).stream()
                            .filter(file -> !file.state().equals("DONE"))
                            .limit(10)
                            .toList();
        } catch (ServerUnreachable | ServerRefusal e) {
            return last + " (" + e.getMessage() + ")";
        }
    }
}
