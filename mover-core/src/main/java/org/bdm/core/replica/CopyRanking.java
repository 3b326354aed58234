package org.bdm.core.replica;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Which copy of a file to ask first. Pure.
 *
 * <p>The rule: a node with trouble lately goes last; then a copy that was missing when it was asked last goes behind the others, however fast
 * its node is; then the preference that somebody set for the node decides; among those of the same preference one whose node was never
 * measured goes first, so that it becomes known; of those that were measured the faster one, in steps of a factor of two, because rates
 * closer than that are noise; else the order of the list decides.
 */
public final class CopyRanking {
    /** A copy that is slower than the best by more than this is not asked at the same time: its part would be waited for. */
    private static final double STAND_IN_FACTOR = 3;

    private static final Comparator<Candidate> BEST_FIRST = Comparator.comparing(Candidate::hadTroubleLately)
            .thenComparing(Candidate::wasMissing)
            .thenComparing(Candidate::preference)
            .thenComparing(candidate -> candidate.bytesPerSecond().isPresent())
            .thenComparing(candidate -> -doublings(candidate.bytesPerSecond()))
            .thenComparing(candidate -> candidate.copy().preference())
            .thenComparing(candidate -> candidate.copy().location().toString());

    private CopyRanking() {}

    /**
     * A copy, and what is known of its node.
     *
     * @param bytesPerSecond what one connection to the node brought lately, if that was measured
     * @param preference that of the node
     * @param hadTroubleLately whether the node failed in the last hour, or broke off or was busy in the last minutes
     */
    public record Candidate(
            Copy copy, OptionalDouble bytesPerSecond, NodePreference preference, boolean hadTroubleLately) {
        private boolean wasMissing() {
            return copy.missing().isPresent();
        }
    }

    /** The candidates, the one to ask first in front; the same for every order in which they are given. */
    public static List<Candidate> bestFirst(List<Candidate> candidates) {
        return candidates.size() < 2
                ? candidates
                : candidates.stream().sorted(BEST_FIRST).toList();
    }

    /** True when {@code other} is worth reading from while {@code best} is busy: then a file comes from several copies at once. */
    public static boolean mayStandIn(Candidate best, Candidate other) {
        if (other.hadTroubleLately() && !best.hadTroubleLately()) return false;
        if (other.wasMissing() && !best.wasMissing()) return false;
        if (other.preference() == NodePreference.LAST && best.preference() != NodePreference.LAST) return false;
        if (best.bytesPerSecond().isEmpty() || other.bytesPerSecond().isEmpty()) return true;
        return other.bytesPerSecond().getAsDouble() * STAND_IN_FACTOR
                >= best.bytesPerSecond().getAsDouble();
    }

    private static int doublings(OptionalDouble bytesPerSecond) {
        return bytesPerSecond.isEmpty() ? 0 : Math.getExponent(Math.max(1, bytesPerSecond.getAsDouble()));
    }
}
