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
        double small = split.get(CostTerm.TINY_FILES) + split.get(CostTerm.SMALL_FILES);
        double other = split.get(CostTerm.MEDIUM_FILES) + split.get(CostTerm.LARGE_FILES);
        boolean isLimited = split.get(CostTerm.BYTES) > costs.of(CostTerm.BYTES) * CostTerm.BYTES.unitsOf(work);
        String bytes = isLimited ? "the rate limit of the job" : "bytes over the link from " + source;
        String text = "the start and the end of the job";
        double most = split.get(CostTerm.FIXED);
        Map<String, Double> others = Map.of(
                "listing the source",
                split.get(CostTerm.LISTING),
                SMALL_FILES,
                small,
                FILES,
                other,
                bytes,
                split.get(CostTerm.BYTES),
                "checking existing and new files",
                split.get(CostTerm.CHECKING));
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
}
