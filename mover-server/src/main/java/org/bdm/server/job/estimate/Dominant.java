package org.bdm.server.job.estimate;

import java.util.Locale;
import java.util.Map;

/** Says what takes most of the time. */
final class Dominant {
    private Dominant() {}

    private static final String SMALL_FILES = "the number of small files";
    private static final String FILES = "the number of files";

    static String sentence(String source, CostModel costs, LinkWork work, long bytesPerSecondMax) {
        Map<CostTerm, Double> split = costs.split(work, bytesPerSecondMax);
        double all = split.values().stream().mapToDouble(seconds -> seconds).sum();
        double small = seconds(split, CostTerm.TINY_FILES) + seconds(split, CostTerm.SMALL_FILES);
        double other = seconds(split, CostTerm.MEDIUM_FILES) + seconds(split, CostTerm.LARGE_FILES);
        boolean isLimited = seconds(split, CostTerm.BYTES) > costs.of(CostTerm.BYTES) * CostTerm.BYTES.unitsOf(work);
        String bytes = isLimited ? "the rate limit of the job" : "bytes over the link from " + source;
        String text = "the start and the end of the job";
        double most = seconds(split, CostTerm.FIXED);
        Map<String, Double> others = Map.of(
                "listing the source",
                seconds(split, CostTerm.LISTING),
                SMALL_FILES,
                small,
                FILES,
                other,
                bytes,
                seconds(split, CostTerm.BYTES),
                "checking existing and new files",
                seconds(split, CostTerm.CHECKING));
        for (Map.Entry<String, Double> each : others.entrySet()) {
            if (each.getValue() <= most) continue;
            most = each.getValue();
            text = each.getKey();
        }
        String files = text.equals(SMALL_FILES)
                ? String.format(
                        Locale.ROOT,
                        ": %,d are below 4 MiB",
                        work.moved().small().files())
                : "";
        return "Mostly " + text + ": " + Math.round(100 * most / all) + " % of the time" + files + ".";
    }

    private static double seconds(Map<CostTerm, Double> split, CostTerm term) {
        Double seconds = split.get(term);
        return seconds == null ? 0 : seconds;
    }
}
