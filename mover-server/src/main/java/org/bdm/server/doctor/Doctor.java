package org.bdm.server.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the checks of this machine, all at once, and waits for them for a bounded time. A check that hangs is UNKNOWN, and is not begun
 * again before it ends: what hangs, hangs once. Any thread that may block.
 */
public final class Doctor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Doctor.class);

    /** Longest time for all checks together. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Comparator<Diagnosis> WORST_FIRST =
            Comparator.comparing(diagnosis -> diagnosis.finding().verdict());

    private final List<RunCheck> checks;
    private final ExecutorService threads;
    private final Duration patience;
    private final LongSupplier nanoTime;

    /** A check and its last run. */
    private static final class RunCheck {
        private final HostCheck check;
        private @Nullable FutureTask<HostFinding> run; // guarded by this

        RunCheck(HostCheck check) {
            this.check = check;
        }

        /** Begins it, unless it is under way. */
        synchronized FutureTask<HostFinding> begin(ExecutorService threads) {
            FutureTask<HostFinding> last = run;
            if (last != null && !last.isDone()) return last;
            FutureTask<HostFinding> begun = new FutureTask<>(() -> found(check));
            run = begun;
            threads.execute(begun);
            return begun;
        }
    }

    Doctor(List<HostCheck> checks, Duration patience, LongSupplier nanoTime) {
        this.checks = checks.stream().map(RunCheck::new).toList();
        this.patience = patience;
        this.nanoTime = nanoTime;
        // As many threads as checks at most, each for one run that is under way; none while nobody asks.
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "doctor");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The doctor of a machine; looks at nothing yet. */
    public static Doctor of(ExaminedNode node) {
        return new Doctor(CheckList.of(node), PATIENCE, System::nanoTime);
    }

    /** Examines this machine, the worst first. */
    public List<Diagnosis> examine() {
        long until = nanoTime.getAsLong() + patience.toNanos();
        List<FutureTask<HostFinding>> runs =
                checks.stream().map(check -> check.begin(threads)).toList();
        List<Diagnosis> all = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            HostCheck check = checks.get(i).check;
            all.add(new Diagnosis(check.id(), check.subject(), await(runs.get(i), until)));
        }
        all.sort(WORST_FIRST);
        return List.copyOf(all);
    }

    private HostFinding await(FutureTask<HostFinding> run, long until) {
        try {
            return run.get(Math.max(0, until - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return HostFinding.unknown("no answer within " + patience.toMillis() / 1000.0 + " s: it hangs");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return HostFinding.unknown("interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a check threw what no check throws", e.getCause());
        }
    }

    private static HostFinding found(HostCheck check) {
        try {
            return check.look();
        } catch (IOException e) {
            return HostFinding.unknown(String.valueOf(e.getMessage()));
        } catch (MoverException e) {
            return HostFinding.unknown(e.sentence());
        } catch (RuntimeException e) {
            LOG.warn("the check {} of {} failed", check.id(), check.subject(), e);
            return HostFinding.unknown("the check failed: " + e);
        }
    }

    /** Begins no more checks; one that hangs ends with the process. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
