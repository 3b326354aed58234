package org.bdm.server.job.estimate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.history.TransferHistory;
import org.bdm.server.catalog.history.TransferPart;

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
        Read site = recent(SITE, now, oldest)
                .orElseGet(() -> read(SITE, KnownLink.ofSite(history.ofSite(TransferHistory.JOBS_MAX)), now));
        Map<String, KnownLink> known = new HashMap<>();
        for (String source : sources) {
            Read link = recent(source, now, oldest)
                    .orElseGet(() -> read(
                            source,
                            KnownLink.of(source, history.ofSource(source, TransferHistory.JOBS_MAX), site.link()),
                            now));
            known.put(source, link.link());
        }
        return new Forecaster(known, site.link());
    }

    private Optional<Read> recent(String name, Instant now, Duration oldest) {
        return Optional.ofNullable(links.get(name))
                .filter(read -> Duration.between(read.at(), now).compareTo(oldest) < 0);
    }

    private Read read(String name, KnownLink link, Instant now) {
        Read read = new Read(link, now);
        links.put(name, read);
        return read;
    }
}
