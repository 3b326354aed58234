package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Suggestions for a mistyped verb or option: words that differ from it as a whole by few letters, where two letters in
 * the wrong order count as one difference, and longer words that begin with it.
 *
 * @param words what could have been written
 */
record Suggestions(List<String> words) {
    private static final int SHOWN_MAX = 3;

    /** The verbs and visible options that may stand in this place. */
    static Suggestions of(CommandSpec command) {
        List<String> words = new ArrayList<>(command.subcommands().keySet());
        command.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> words.addAll(List.of(option.names())));
        return new Suggestions(words);
    }

    /** The nearest first; none if nothing is near. */
    List<String> near(String mistyped) {
        String word = mistyped.contains("=") ? mistyped.substring(0, mistyped.indexOf('=')) : mistyped;
        int most = Math.max(1, word.length() / 3);
        List<String> near = words.stream()
                .filter(candidate -> candidate.length() > 2 && distance(word, candidate) <= most)
                .sorted(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .toList();
        if (near.isEmpty() && word.replace("-", "").length() > 1)
            near = words.stream()
                    .filter(candidate -> candidate.startsWith(word))
                    .toList();
        if (near.isEmpty()) return List.of();
        int nearest = distance(word, near.get(0));
        return near.stream()
                .filter(candidate -> distance(word, candidate) == nearest)
                .limit(SHOWN_MAX)
                .toList();
    }

    /** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++)
                cost[i][j] = i == 0 || j == 0 ? i + j : stepped(from, to, cost, i, j);
        }
        return cost[from.length()][to.length()];
    }

    private static int stepped(String from, String to, int[][] cost, int i, int j) {
        boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
        int least = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (isSame ? 0 : 1));
        boolean isSwap =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return isSwap ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
