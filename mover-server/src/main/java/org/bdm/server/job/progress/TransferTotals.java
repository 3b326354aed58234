package org.bdm.server.job.progress;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.jspecify.annotations.Nullable;

/**
 * All that this process transferred since it started, by source: nothing of it ever gets less. Told once for each group of outcomes and each
 * session, never for a block. Any thread; never waits for more than that.
 */
public final class TransferTotals {
    private final Map<String, Source> sources = new HashMap<>(); // guarded by this, as all below
    private final Map<ErrorCode, Long> failed = new EnumMap<>(ErrorCode.class);
    private final Map<ErrorCode, Long> putOff = new EnumMap<>(ErrorCode.class);

    /** All of one source. Guarded by the totals. */
    private static final class Source {
        private final Map<FileState, Amount> ended = new EnumMap<>(FileState.class);
        private final Set<Session> open = new HashSet<>();
        private long bytesMoved; // of sessions that ended
        private long bytesResent;
    }

    /** A session that runs. */
    public final class Session {
        private final String source;
        private final Supplier<FetchProgress> progress;

        private Session(String source, Supplier<FetchProgress> progress) {
            this.source = source;
            this.progress = progress;
        }

        /** Nothing of the session moves any more. Without effect when it is called again. */
        public void ended() {
            synchronized (TransferTotals.this) {
                Source of = of(source);
                if (!of.open.remove(this)) return;
                FetchProgress last = progress.get();
                of.bytesMoved += last.bytesMoved();
                of.bytesResent += last.bytesResent();
            }
        }
    }

    /**
     * The transfers from one source.
     *
     * @param source name of a site, or what else the files come from
     * @param ended files that ended DONE, SKIPPED_SAME or FAILED, with the sum of their sizes
     * @param bytesMoved payload that came over the network and was accepted
     * @param bytesResent part of it that had been sent before, or was refused
     */
    public record FromSource(String source, Map<FileState, Amount> ended, long bytesMoved, long bytesResent) {
        /** Copies the map. */
        public FromSource {
            ended = Map.copyOf(ended);
        }
    }

    /** A session begins; {@code progress} answers at once, on any thread. */
    public synchronized Session began(String source, Supplier<FetchProgress> progress) {
        Session session = new Session(source, progress);
        of(source).open.add(session);
        return session;
    }

    /**
     * Outcomes of files were recorded.
     *
     * @param code the error of files that failed or wait; null for all others
     */
    public synchronized void recorded(String source, FileState state, @Nullable ErrorCode code, Amount files) {
        if (state == FileState.FAILED && code != null) failed.merge(code, files.files(), Long::sum);
        if (state == FileState.WAITING && code != null) putOff.merge(code, files.files(), Long::sum);
        if (state != FileState.WAITING) of(source).ended.merge(state, files, Amount::plus);
    }

    /** Lock held. */
    private Source of(String source) {
        return sources.computeIfAbsent(source, first -> new Source());
    }

    /** Returns the transfers from each source that was used since the start. */
    public synchronized List<FromSource> bySource() {
        List<FromSource> all = new ArrayList<>();
        sources.forEach((name, source) -> {
            long moved = source.bytesMoved;
            long resent = source.bytesResent;
            for (Session session : source.open) {
                FetchProgress now = session.progress.get();
                moved += now.bytesMoved();
                resent += now.bytesResent();
            }
            all.add(new FromSource(name, source.ended, moved, resent));
        });
        return all;
    }

    /** Returns the files that failed, by error code. */
    public synchronized Map<ErrorCode, Long> failed() {
        return Map.copyOf(failed);
    }

    /** Returns how often a file was put off to be tried again later, by error code. */
    public synchronized Map<ErrorCode, Long> putOff() {
        return Map.copyOf(putOff);
    }
}
