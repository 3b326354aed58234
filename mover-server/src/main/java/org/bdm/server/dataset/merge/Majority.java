package org.bdm.server.dataset.merge;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts who says what. The same answer whatever the order: what more say; of equals what the first in rank says; of equals the smaller.
 *
 * @param <T> values in their natural order
 */
final class Majority<T extends Comparable<T>> {
    private record Votes(int number, int bestRank) {}

    private final Map<T, Votes> votes = new TreeMap<>();

    /** One more says {@code value}; the lower its rank, the more its word counts in a tie. */
    void add(T value, int rank) {
        votes.merge(
                value, new Votes(1, rank), (a, b) -> new Votes(a.number + b.number, Math.min(a.bestRank, b.bestRank)));
    }

    boolean isEmpty() {
        return votes.isEmpty();
    }

    boolean isUnanimous() {
        return votes.size() == 1;
    }

    T winner() {
        Comparator<Map.Entry<T, Votes>> order = Comparator.comparing(
                        (Map.Entry<T, Votes> entry) -> -entry.getValue().number)
                .thenComparing(entry -> entry.getValue().bestRank)
                .thenComparing(Map.Entry::getKey);
        return votes.entrySet().stream().min(order).orElseThrow().getKey();
    }

    int number(T value) {
        Votes of = votes.get(value);
        return of == null ? 0 : of.number;
    }

    /** Returns the values and by how many each was said, for a sentence: {@code a (2), b (1)}. */
    String shown() {
        StringBuilder text = new StringBuilder();
        votes.forEach((value, of) -> {
            if (!text.isEmpty()) text.append(", ");
            text.append(value).append(" (").append(of.number).append(')');
        });
        return text.toString();
    }
}
