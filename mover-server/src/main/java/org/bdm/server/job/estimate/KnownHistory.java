package org.bdm.server.job.estimate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.history.TransferHistory;
import org.bdm.server.catalog.history.TransferPart;
import org.jspecify.annotations.Nullable;

/** Reads the history of links from the catalog, and fits their costs. Safe on any thread that may block; reads one link at a time. */
public final class KnownHistory {
    private static final Duration RECENT = Duration.ofSeconds(10);
    private static final int LINKS_KEPT = 200;
    private static final String SITE = "";

    private final TransferHistory history;
    private final InstantSource clock;
    private final Map<String, Read> links = new LinkedHashMap<>(16, 0.75f, true) { // guarded by this
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Read> eldest) {
                    return size() > LINKS_KEPT;
                }
            };

    /** Reads when it is asked. */
    public KnownHistory(TransferHistory history, InstantSource clock) {
        this.history = history;
        this.clock = clock;
    }

    private record Read(KnownLink link, Instant at) {}

    /** Returns a forecaster with all that is known of these links at this moment. */
    public Forecaster now(Collection<String> sources) {
        return forecaster(sources, Duration.ZERO);
    }

    /** Returns a forecaster that may be some seconds old: for those who ask often. */
    public Forecaster recent(Collection<String> sources) {
        return forecaster(sources, RECENT);
    }

    /**
     * The seconds that would have been predicted of a job, before quantiles are corrected.
     *
     * @param filesListed by its listing
     */
    public double predicted(List<TransferPart> parts, long filesListed) {
        Map<String, LinkWork> work = JobSamples.work(parts, filesListed);
        return recent(work.keySet()).seconds(work, 0);
    }

    private synchronized Forecaster forecaster(Collection<String> sources, Duration oldest) {
        Instant now = clock.instant();
        Read site = links.get(SITE);
        if (isTooOld(site, now, oldest)) {
            site = new Read(KnownLink.ofSite(history.ofSite(TransferHistory.JOBS_MAX)), now);
            links.put(SITE, site);
        }
        Map<String, KnownLink> known = new HashMap<>();
        for (String source : sources) {
            Read read = links.get(source);
            if (isTooOld(read, now, oldest)) {
                read = new Read(
                        KnownLink.of(source, history.ofSource(source, TransferHistory.JOBS_MAX), site.link()), now);
                links.put(source, read);
            }
            known.put(source, read.link());
        }
        return new Forecaster(known, site.link());
    }

    private static boolean isTooOld(@Nullable Read read, Instant now, Duration oldest) {
        return read == null || Duration.between(read.at(), now).compareTo(oldest) >= 0;
    }
}
