package org.bdm.core.stream;

import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Writes who was refused, and why, in few lines: the first refusal at once, and what follows within a minute as one sum, however many it
 * are. A stranger does not fill the log. Any thread.
 */
public final class RefusalLog {
    static final long PERIOD_SECONDS = 60;
    private static final int CAUSES_MAX = 20;

    private final ScheduledExecutorService timer;
    private final Consumer<String> lines;
    private final Map<String, Cause> causes = new LinkedHashMap<>(); // guarded by this, as all below
    private final Map<ErrorCode, Long> sinceStart = new EnumMap<>(ErrorCode.class);
    private long others;
    private boolean isCollecting;

    /** Refusals of one address for one reason. */
    private static final class Cause {
        private final String detail; // of the first
        private long times;

        Cause(String detail) {
            this.detail = detail;
        }
    }

    /**
     * Nothing has been refused.
     *
     * @param timer ends the minute; its tasks do not block
     * @param lines writes one line
     */
    public RefusalLog(ScheduledExecutorService timer, Consumer<String> lines) {
        this.timer = timer;
        this.lines = lines;
    }

    /** A connection or a greeting was refused. */
    public void refused(InetSocketAddress address, MoverException reason) {
        String from = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        String cause = from + ": " + reason.code();
        synchronized (this) {
            sinceStart.merge(reason.code(), 1L, Long::sum);
            if (isCollecting) {
                count(cause, reason.detail());
                return;
            }
            isCollecting = true;
        }
        lines.accept("connection from " + address + " refused: " + reason.code() + ": " + reason.detail());
        sumUpLater();
    }

    /** Returns how many connections and greetings were refused since the start, by error code. */
    public synchronized Map<ErrorCode, Long> refusals() {
        return Map.copyOf(sinceStart);
    }

    /** Lock held. */
    private void count(String cause, String detail) {
        Cause known = causes.get(cause);
        if (known == null && causes.size() >= CAUSES_MAX) {
            others++;
            return;
        }
        if (known == null) {
            known = new Cause(detail);
            causes.put(cause, known);
        }
        known.times++;
    }

    private void sumUpLater() {
        try {
            var unused = timer.schedule(this::sumUp, PERIOD_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            sumUp(); // the node is stopping: what was counted is written now
        }
    }

    private void sumUp() {
        String sum;
        synchronized (this) {
            if (causes.isEmpty()) {
                isCollecting = false;
                return;
            }
            sum = causes.entrySet().stream()
                    .map(cause -> cause.getKey() + " " + times(cause.getValue().times) + " (first: "
                            + cause.getValue().detail + ")")
                    .collect(Collectors.joining("; "));
            if (others > 0) sum += "; others " + times(others);
            causes.clear();
            others = 0;
            if (timer.isShutdown()) isCollecting = false;
        }
        lines.accept("connections refused in the last " + PERIOD_SECONDS + " s: " + sum);
        if (!timer.isShutdown()) sumUpLater();
    }

    private static String times(long times) {
        return times == 1 ? "once" : times + " times";
    }
}
