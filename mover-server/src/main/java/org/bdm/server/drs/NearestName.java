package org.bdm.server.drs;

import java.util.Collection;

/** Finds what somebody may have meant who misspelled a name. Pure. */
public final class NearestName {
    private NearestName() {}

    /** The known name that is spelled most like this one, the first of several; empty if none is known. */
    public static String of(String name, Collection<String> known) {
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String one : known) {
            int distance = editDistance(name, one);
            if (distance < bestDistance) {
                best = one;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Levenshtein's distance: insertions, deletions and replacements that turn one word into the other. */
    private static int editDistance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) previous[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
