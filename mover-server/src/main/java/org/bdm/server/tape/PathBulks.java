package org.bdm.server.tape;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks a service about many paths, in bulks. A service may fail on all for the sake of one: then halves are asked, those of all bulks before their
 * quarters, until the paths that it fails on are alone. So a service that fails on everything is told apart soon.
 *
 * <pre>
 *   500 paths: 500  -> halves: 200, 500  -> of the second: 200, 500  -> ..  -> one path: 500
 * </pre>
 *
 * One thread.
 */
final class PathBulks {
    /** Five rounds of halves; then up to 15 bad paths have left one part of a bulk that is answered. */
    private static final int FAILURES_MAX = 31;

    private final Deque<List<String>> waiting = new ArrayDeque<>();
    private boolean isAnswered;
    private int failures;

    /** Takes the answers. */
    interface Taker {
        /** The service answered; returns the paths that are asked again in smaller bulks. */
        List<String> answered(List<String> paths, TapeReply reply);

        /** The service fails on this path alone. */
        void failed(String path, TapeReply reply);
    }

    /** With paths that are asked in this order, so many at once. */
    PathBulks(List<String> paths, int most) {
        for (int from = 0; from < paths.size(); from += most)
            waiting.add(paths.subList(from, Math.min(paths.size(), from + most)));
    }

    /**
     * Asks until each path is answered or known to be one that the service fails on.
     *
     * @return the answer of a service that failed on everything, or that is about no path; null if all went well
     */
    @Nullable TapeReply ask(Function<List<String>, TapeReply> question, Taker taker) {
        TapeReply last = null;
        while (!waiting.isEmpty()) {
            List<String> paths = waiting.removeFirst();
            TapeReply reply = question.apply(paths);
            if (reply.isDone()) {
                isAnswered = true;
                atOnce(taker.answered(paths, reply));
            } else if (reply.isTooLarge() && paths.size() > 1) {
                atOnce(paths);
            } else if (reply.isOfPaths()) {
                last = reply;
                if (!isAnswered && ++failures >= FAILURES_MAX) return reply;
                if (paths.size() > 1) later(paths);
                else taker.failed(paths.get(0), reply);
            } else {
                return reply;
            }
        }
        return isAnswered ? null : last;
    }

    /** In the order of the paths. */
    private void atOnce(List<String> paths) {
        if (paths.isEmpty()) return;
        int middle = paths.size() / 2;
        waiting.addFirst(paths.subList(middle, paths.size()));
        if (middle > 0) waiting.addFirst(paths.subList(0, middle));
    }

    private void later(List<String> paths) {
        int middle = paths.size() / 2;
        waiting.addLast(paths.subList(0, middle));
        waiting.addLast(paths.subList(middle, paths.size()));
    }
}
