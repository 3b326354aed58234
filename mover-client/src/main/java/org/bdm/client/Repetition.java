package org.bdm.client;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Repeats a request whose answer was lost with its connection: another control plane behind the load balancer answers, or the same one after
 * a restart. Repeats it too, after growing pauses, when the server is too busy to answer. Gives up after {@value #REPETITIONS} repetitions and
 * some seconds; who wants to wait longer asks again. Any thread; blocks.
 */
final class Repetition {
    private static final int REPETITIONS = 3;
    private static final int BAD_GATEWAY = 502;

    /** The first one at once: a load balancer has other servers. Then it may first have to notice which one is gone. */
    private static final List<Duration> PAUSES = List.of(Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(2));

    /** A busy server gets time from the first repetition on. */
    private static final List<Duration> PAUSES_IF_BUSY =
            List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5));

    /** Each takes the time of an answer already. */
    private static final int REPETITIONS_AFTER_TIMEOUT = 2;

    /** Codes of a server, or of a proxy before it, that has too much to do: nothing was done. */
    private static final Set<String> BUSY = Set.of(
            "TOO_MANY_REQUESTS",
            "TOO_MANY_CONNECTIONS",
            "CATALOG_FULL",
            "CATALOG_UNAVAILABLE",
            "STOPPING",
            "HTTP_429",
            "HTTP_502",
            "HTTP_503",
            "HTTP_504");

    private final Consumer<Duration> pause;

    Repetition() {
        this(length -> LockSupport.parkNanos(length.toNanos()));
    }

    /** With another way to wait. */
    Repetition(Consumer<Duration> pause) {
        this.pause = pause;
    }

    /**
     * Returns the answer of the first attempt that gets one. A server that could not be connected to at all is asked once.
     *
     * @param attempt sends a request that has the same effect however often it is sent
     */
    <T> T of(Supplier<T> attempt) {
        boolean wasLost = false;
        for (int repetition = 0; ; repetition++) {
            try {
                return attempt.get();
            } catch (ServerUnreachable e) {
                wasLost |= e.isConnectionLost();
                boolean isWorthIt = e.isTimedOut() ? repetition < REPETITIONS_AFTER_TIMEOUT : wasLost;
                if (!isWorthIt || isLast(repetition)) throw e;
                pause.accept((e.isTimedOut() ? PAUSES_IF_BUSY : PAUSES).get(repetition));
            } catch (ServerRefusal e) {
                wasLost |= e.problem().status() == BAD_GATEWAY; // a load balancer lost its connection to the server
                boolean isBusy = BUSY.contains(e.problem().code());
                boolean isWorthIt = isBusy || (wasLost && e.isPassing());
                if (!isWorthIt || isLast(repetition)) throw e;
                pause.accept((isBusy ? PAUSES_IF_BUSY : PAUSES).get(repetition));
            }
        }
    }

    private static boolean isLast(int repetition) {
        return repetition == REPETITIONS || Thread.currentThread().isInterrupted();
    }
}
