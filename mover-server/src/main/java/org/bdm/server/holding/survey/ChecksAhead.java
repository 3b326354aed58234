package org.bdm.server.holding.survey;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.holding.record.HeldPlace;

/**
 * Reads held files before anybody asks what they are, several at once, and gives the results in the order in which the files were added. Belongs
 * to one thread; the files are read on those of a pool.
 */
final class ChecksAhead implements AutoCloseable {
    /** Small files are read much faster than they are recorded: as many as are recorded together, so that they are read meanwhile. */
    private static final int AHEAD_MAX = 512;

    /** So that another survey on the same threads waits a moment, not for hundreds of large files. */
    private static final long AHEAD_BYTES_MAX = 64L << 20;

    private static final int AT_ONCE = Runtime.getRuntime().availableProcessors();
    private static final long TELL_EVERY_MILLIS = 500;

    private final ExecutorService threads;
    private final Clock clock;
    private final IntPredicate mayGoOn;
    private final HoldingCheck.KnownRanges ranges;
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private long bytes; // of those ahead
    private final Queue<Reader> idle = new ConcurrentLinkedQueue<>(); // at most one for each thread
    private volatile boolean isOver;

    /**
     * With its parts.
     *
     * @param mayGoOn called with the bytes of each piece that was read, on the threads that read; false stops the reading. It may wait.
     */
    ChecksAhead(ExecutorService threads, Clock clock, IntPredicate mayGoOn, HoldingCheck.KnownRanges ranges) {
        this.threads = threads;
        this.clock = clock;
        this.mayGoOn = mayGoOn;
        this.ranges = ranges;
    }

    /** A file that was added. */
    static final class Ahead {
        private final HeldPlace place;
        private final Holding holding;
        private final boolean isOfJob;
        private final AtomicLong read = new AtomicLong();
        private final Future<HoldingCheck.Result> result;

        private Ahead(HeldPlace place, Holding holding, boolean isOfJob, ChecksAhead checks) {
            this.place = place;
            this.holding = holding;
            this.isOfJob = isOfJob;
            this.result = checks.threads.submit(() -> checks.check(this));
        }

        HeldPlace place() {
            return place;
        }

        Holding holding() {
            return holding;
        }

        boolean isOfJob() {
            return isOfJob;
        }

        /**
         * The result; waits no more once the file was {@linkplain #next given}.
         *
         * @throws MoverException as {@link HoldingCheck#check}
         */
        HoldingCheck.Result result() {
            try {
                return result.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof MoverException ours) throw ours;
                if (e.getCause() instanceof Error error) throw error;
                throw new IllegalStateException(holding.path() + " was not checked", e.getCause());
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
    }

    /** Reads one file at a time, on a thread of the pool. */
    private final class Reader {
        private final HoldingCheck check = new HoldingCheck(clock, this::goesOn, ranges);
        private AtomicLong read = new AtomicLong();

        private boolean goesOn(int bytes) {
            read.addAndGet(bytes);
            return !isOver && mayGoOn.test(bytes);
        }
    }

    private HoldingCheck.Result check(Ahead file) {
        if (isOver) throw new MoverException(ErrorCode.CANCELLED, "the reading was stopped");
        Reader known = idle.poll();
        Reader reader = known == null ? new Reader() : known;
        try {
            reader.read = file.read;
            return reader.check.check(file.place, file.holding);
        } finally {
            idle.add(reader);
        }
    }

    /**
     * True if a file of this size is to wait, since so many files or bytes are ahead of it that they hide what recording takes. As many files as
     * there are threads may be of any size.
     */
    boolean isFullFor(long size) {
        return ahead.size() >= AHEAD_MAX || (ahead.size() >= AT_ONCE && bytes + size > AHEAD_BYTES_MAX);
    }

    /** Bytes of the files that were not given yet. */
    long bytes() {
        return bytes;
    }

    int size() {
        return ahead.size();
    }

    boolean isEmpty() {
        return ahead.isEmpty();
    }

    /** Has a file read. At most {@value #AHEAD_MAX}. */
    void add(HeldPlace place, Holding holding, boolean isOfJob) {
        if (ahead.size() >= AHEAD_MAX) throw new IllegalStateException("more than " + AHEAD_MAX + " files ahead");
        bytes += holding.size();
        ahead.add(new Ahead(place, holding, isOfJob, this));
    }

    /**
     * Waits until the file that was added first has been read, and gives it. Not while it is empty.
     *
     * @param reading told twice a second how many bytes were read of all that were not given
     */
    Ahead next(LongConsumer reading) {
        Ahead first = ahead.element();
        while (!isRead(first)) {
            reading.accept(ahead.stream().mapToLong(file -> file.read.get()).sum());
        }
        ahead.remove();
        bytes -= first.holding.size();
        return first;
    }

    private static boolean isRead(Ahead file) {
        try {
            file.result.get(TELL_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return true; // who asks for the result is told
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted();
        }
        return true;
    }

    private static MoverException interrupted() {
        Thread.currentThread().interrupt();
        return new MoverException(ErrorCode.CANCELLED, "the reading was stopped");
    }

    /** Stops what is read, within a piece of a file, and waits for that. */
    @Override
    public void close() {
        isOver = true;
        while (!ahead.isEmpty()) {
            try {
                ahead.element().result.get();
            } catch (ExecutionException e) {
                // nobody asks any more
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return; // the pool waits for its threads when it is closed
            }
            ahead.remove();
        }
    }
}
