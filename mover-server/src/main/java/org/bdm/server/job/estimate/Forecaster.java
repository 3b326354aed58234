package org.bdm.server.job.estimate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.history.SizeClass;
import org.bdm.server.catalog.history.SizedWork;
import org.jspecify.annotations.Nullable;

/** Predicts from what is known of links. Immutable and pure: the same work gives the same answer. */
public final class Forecaster {
    /** Sessions of a job at a time; further links wait for one of them. */
    private static final int LINKS_AT_ONCE = 4;

    private static final int MANY_FILES = 1000;
    private static final double OWN_SPEED_MIN = 0.3;
    private static final double OWN_SPEED_MAX = 0.9;
    private static final double OWN_SPEED_NARROWS = 0.7;
    private static final double FACTOR_LEAST = 0.9;
    private static final double FACTOR_MOST = 1.15;

    private final Map<String, KnownLink> links;
    private final KnownLink site;

    /**
     * From what is known.
     *
     * @param site of all links together
     */
    Forecaster(Map<String, KnownLink> links, KnownLink site) {
        this.links = Map.copyOf(links);
        this.site = site;
    }

    /** With nothing known. */
    public static Forecaster guessing() {
        return new Forecaster(Map.of(), KnownLink.NOTHING);
    }

    private KnownLink link(@Nullable String source) {
        return source == null ? site : links.getOrDefault(source, site);
    }

    /** Says on what an estimate of a link rests. */
    public String basis(String source) {
        return link(source).basis();
    }

    /**
     * The time of a job from its start to its end, without pauses.
     *
     * @param work by source; not empty
     * @param bytesPerSecondMax limit of the job; 0 for none
     */
    public Forecast of(Map<String, LinkWork> work, long bytesPerSecondMax) {
        String slowest = slowest(work, bytesPerSecondMax);
        KnownLink link = link(slowest);
        double middle = seconds(work, bytesPerSecondMax);
        String several = work.size() == 1 ? "" : "; the slowest of " + work.size() + " links is that from " + slowest;
        return new Forecast(
                middle * link.misses().factor(0.1, middle),
                middle * link.misses().factor(0.5, middle),
                middle * link.misses().factor(0.9, middle),
                link.basis() + several,
                Dominant.sentence(slowest, link.costs(), work.getOrDefault(slowest, LinkWork.NONE), bytesPerSecondMax));
    }

    /** The prediction before its quantiles are corrected by earlier misses. */
    double seconds(Map<String, LinkWork> work, long bytesPerSecondMax) {
        double longest = 0;
        double all = 0;
        for (Map.Entry<String, LinkWork> each : work.entrySet()) {
            double seconds = seconds(each.getKey(), each.getValue(), bytesPerSecondMax);
            longest = Math.max(longest, seconds);
            all += seconds;
        }
        return Math.max(longest, all / LINKS_AT_ONCE);
    }

    private double seconds(String source, LinkWork work, long bytesPerSecondMax) {
        return link(source).costs().split(work, bytesPerSecondMax).values().stream()
                .mapToDouble(seconds -> seconds)
                .sum();
    }

    private String slowest(Map<String, LinkWork> work, long bytesPerSecondMax) {
        String slowest = "";
        double longest = -1;
        for (Map.Entry<String, LinkWork> each : work.entrySet()) {
            double seconds = seconds(each.getKey(), each.getValue(), bytesPerSecondMax);
            if (seconds <= longest) continue;
            longest = seconds;
            slowest = each.getKey();
        }
        return slowest;
    }

    /**
     * The time until a running job ends: what the history says of the rest, and what the speed of the last seconds says of it. The speed
     * weighs more the more of the job is done, and where the link is new; it also makes the quantiles narrower.
     */
    public Forecast rest(WorkLeft left) {
        KnownLink link = link(left.source());
        double known = link.costs().seconds(restOf(left)) - link.costs().of(CostTerm.FIXED);
        double atSpeed = atSpeed(left);
        double own = 0;
        if (atSpeed > 0) {
            own = Math.min(OWN_SPEED_MAX, OWN_SPEED_MIN + left.shareDone());
            if (link.jobs() == 0) own = OWN_SPEED_MAX;
        }
        double floor = 0.001;
        double middle =
                Math.exp((1 - own) * Math.log(Math.max(floor, known)) + own * Math.log(Math.max(floor, atSpeed)));
        double narrower = 1 - OWN_SPEED_NARROWS * own;
        double low = Math.pow(link.misses().factor(0.1, middle), narrower);
        double half = Math.pow(link.misses().factor(0.5, middle), narrower);
        double high = Math.pow(link.misses().factor(0.9, middle), narrower);
        return new Forecast(
                middle * Math.min(low, half * FACTOR_LEAST),
                middle * half,
                middle * Math.max(high, half * FACTOR_MOST),
                link.basis(),
                "");
    }

    /** Sizes of single files are not known: all are taken to be of the same size. */
    private static LinkWork restOf(WorkLeft left) {
        long files = Math.max(1, left.files());
        SizeClass size = SizeClass.of(left.bytes() / files);
        Amount[] amounts = new Amount[SizeClass.values().length];
        Arrays.fill(amounts, Amount.NONE);
        amounts[size.ordinal()] = new Amount(files, left.bytes());
        return new LinkWork(new SizedWork(List.of(amounts)), 0, 0);
    }

    /** Many small files are bound by files, few large ones by bytes: a rate of files means little while a large one is under way. */
    private static double atSpeed(WorkLeft left) {
        double byBytes = left.bytesPerSecond() > 0 ? left.bytes() / left.bytesPerSecond() : 0;
        double byFiles = left.filesPerSecond() > 0 ? left.files() / left.filesPerSecond() : 0;
        if (left.bytes() > 0 && byBytes > 0) return Math.max(byBytes, left.files() > MANY_FILES ? byFiles : 0);
        return byFiles;
    }
}
