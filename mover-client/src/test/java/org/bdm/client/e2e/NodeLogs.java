package org.bdm.client.e2e;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Prints the errors and warnings of all nodes of a test, unless it has passed: their logs are deleted with its directory. */
final class NodeLogs implements AutoCloseable {
    private static final int ERRORS_MAX = 40; // of one node: half of them the first, half the last
    private static final int WARNINGS_MAX = 60; // the last
    private static final int LINES_MAX = 25; // of one of them, with its stack trace
    private static final Pattern BEGIN = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\S+ +(TRACE|DEBUG|INFO|WARN|ERROR) .*");
    private static final String CAUSE = "Caused by: ";

    private final List<NodesOfSite> sites;
    private boolean hasPassed;

    /** For the nodes that these sites have at the end. */
    NodeLogs(NodesOfSite... sites) {
        this.sites = List.of(sites);
    }

    /** Nothing is printed. */
    void testHasPassed() {
        hasPassed = true;
    }

    @Override
    public void close() {
        if (hasPassed) return;
        for (NodesOfSite site : sites) {
            for (SiteNode node : site.all()) {
                try {
                    System.out.printf("---- log of %s:%n%s", node.name(), excerpt(node.log()));
                } catch (IOException e) {
                    System.out.printf("---- log of %s cannot be read: %s%n", node.name(), e);
                }
            }
        }
    }

    /** Returns the entries of a log that are errors or warnings, in their order, with their stack traces; bounded. */
    static String excerpt(String log) {
        List<List<String>> entries = entries(log);
        List<Integer> errors = of("ERROR", entries);
        List<Integer> warnings = of("WARN", entries);
        Set<Integer> shown = new HashSet<>();
        int half = ERRORS_MAX / 2;
        shown.addAll(errors.subList(0, Math.min(half, errors.size())));
        shown.addAll(errors.subList(Math.max(0, errors.size() - half), errors.size()));
        shown.addAll(warnings.subList(Math.max(0, warnings.size() - WARNINGS_MAX), warnings.size()));
        StringBuilder text = new StringBuilder();
        for (int i : shown.stream().sorted().toList()) append(text, entries.get(i));
        int left = errors.size() + warnings.size() - shown.size();
        if (left > 0) text.append(left).append(" more errors and warnings are left out\n");
        return text.toString();
    }

    /** Each with the lines that follow its first one. */
    private static List<List<String>> entries(String log) {
        List<List<String>> entries = new ArrayList<>();
        log.lines().forEach(line -> {
            if (entries.isEmpty() || BEGIN.matcher(line).matches()) entries.add(new ArrayList<>());
            entries.get(entries.size() - 1).add(line);
        });
        return entries;
    }

    private static List<Integer> of(String level, List<List<String>> entries) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            var begin = BEGIN.matcher(entries.get(i).get(0));
            if (begin.matches() && begin.group(1).equals(level)) places.add(i);
        }
        return places;
    }

    /** Causes are shown however long the stack is above them. */
    private static void append(StringBuilder text, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (i < LINES_MAX || line.startsWith(CAUSE)) text.append(line).append('\n');
        }
    }
}
