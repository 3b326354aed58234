package org.bdm.server.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what is wrong with queries: unknown metrics and labels, and sums of what does not add up. */
final class MonitoringProblems {
    /** Of Prometheus itself and of Spring Boot, with the labels that are used. */
    private static final Map<String, Set<String>> FOREIGN = Map.of("up", Set.of(), "process_cpu_usage", Set.of());

    private static final Set<String> OF_EVERY_TARGET = Set.of("job", "instance");
    private static final Pattern SERIES = Pattern.compile("_(bucket|count|sum)$");
    private static final Pattern SUM_OF = Pattern.compile("\\bsum(?: by \\([^)]*\\))? \\((bdm_[a-z_]+)");
    private static final Pattern MAX_OF = Pattern.compile("\\bmax by \\(site[^)]*\\) \\((bdm_site_[a-z_]+)");
    private static final Pattern BY =
            Pattern.compile("^(?:sum|max|min|time\\(\\) - max|time\\(\\) - min) by \\(([^)]*)\\)");

    private MonitoringProblems() {}

    /**
     * Returns what is wrong with a query.
     *
     * @param shown labels of its result that people are shown
     */
    static List<String> of(String query, Set<String> shown) {
        List<String> problems = new ArrayList<>();
        PromQlNames names = PromQlNames.of(query);
        Set<String> known = new HashSet<>(OF_EVERY_TARGET);
        if (names.metrics().isEmpty()) problems.add("no metric");
        for (String metric : names.metrics()) {
            Optional<Set<String>> labels = labelsOf(metric);
            if (labels.isEmpty()) problems.add("no metric " + metric);
            labels.ifPresent(known::addAll);
        }
        for (String matcher : names.matchers()) {
            String[] parts = matcher.split("\\{");
            boolean isThere = labelsOf(parts[0])
                            .filter(labels -> labels.contains(parts[1]))
                            .isPresent()
                    || OF_EVERY_TARGET.contains(parts[1]);
            if (!isThere) problems.add(parts[0] + " has no label " + parts[1]);
        }
        names.grouping().stream()
                .filter(label -> !known.contains(label))
                .forEach(label -> problems.add("no metric has the label " + label));
        addSums(query, names, problems);
        addShown(query, known, shown, problems);
        return problems;
    }

    private static void addSums(String query, PromQlNames names, List<String> problems) {
        Matcher sum = SUM_OF.matcher(query);
        while (sum.find()) {
            declared(sum.group(1))
                    .filter(meter -> meter.isOfSite() || !meter.kind().addsUp())
                    .ifPresent(meter -> problems.add(meter.shown() + " does not add up over processes"));
        }
        Set<String> maxima = new HashSet<>();
        Matcher max = MAX_OF.matcher(query);
        while (max.find()) maxima.add(max.group(1));
        names.metrics().stream()
                .filter(metric -> metric.startsWith(DeclaredMeter.OF_SITE) && !maxima.contains(metric))
                .forEach(metric -> problems.add(metric + " is the same at each process: take max by (site, ..) of it"));
    }

    private static void addShown(String query, Set<String> known, Set<String> shown, List<String> problems) {
        Matcher by = BY.matcher(query);
        Set<String> left = by.find() ? Set.of(by.group(1).split(", ")) : known;
        shown.stream()
                .filter(label -> !left.contains(label))
                .forEach(label -> problems.add("the result has no label " + label));
    }

    private static Optional<DeclaredMeter> declared(String metric) {
        Optional<DeclaredMeter> exact = Arrays.stream(DeclaredMeter.values())
                .filter(meter ->
                        meter.kind() != MeterKind.HISTOGRAM && meter.shown().equals(metric))
                .findFirst();
        if (exact.isPresent()) return exact;
        String family = SERIES.matcher(metric).replaceFirst("");
        return Arrays.stream(DeclaredMeter.values())
                .filter(meter -> meter.kind() == MeterKind.HISTOGRAM && !family.equals(metric))
                .filter(meter -> meter.shown().equals(family))
                .findFirst();
    }

    private static Optional<Set<String>> labelsOf(String metric) {
        if (FOREIGN.containsKey(metric)) return Optional.of(FOREIGN.get(metric));
        return declared(metric).map(meter -> {
            Set<String> labels = new HashSet<>();
            meter.labels().forEach(label -> labels.add(label.shown()));
            if (metric.endsWith("_bucket")) labels.add("le");
            return labels;
        });
    }
}
