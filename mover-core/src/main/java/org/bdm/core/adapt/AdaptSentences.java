package org.bdm.core.adapt;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bdm.core.id.ByteRate;

/** Sentences of decisions, for people. Pure. */
final class AdaptSentences {
    private AdaptSentences() {}

    static String pinned() {
        return "Every number was set by a person; nothing is changed.";
    }

    static String bounded(WorkStage stage, int wanted, int most) {
        if (stage == WorkStage.READ) {
            return stage.counted(wanted) + " of each stream were set, but the source has no more than " + most
                    + " for a stream; as many are used.";
        }
        return stage.counted(wanted) + " were set, but the node has threads for " + most + ", which are used.";
    }

    static String queueEmpty() {
        return "Too few files wait to keep all workers busy; nothing is changed.";
    }

    static String poolStarved() {
        return "Every block waits for the disk to sync; nothing is changed.";
    }

    static String starting(Parallelism now, Parallelism next, double speed) {
        String did = next.equals(now) ? "one interval more is measured" : next.differenceFrom(now) + " are tried";
        return "Starting: " + rate(speed) + " so far; " + did + ".";
    }

    static String settled(ParallelismBounds bounds, Parallelism next, double best) {
        return "The speed stopped growing at " + rate(best) + "; " + all(bounds, next)
                + (isOne(bounds, next) ? " carries it." : " carry it.");
    }

    static String farOff(double usual, double speed) {
        return "The speed was " + rate(speed) + " instead of " + rate(usual)
                + "; that may pass, so nothing is changed yet.";
    }

    static String rose(double before, double speed, Parallelism now, Parallelism next) {
        String did = next.equals(now) ? "it is measured how far it goes" : next.differenceFrom(now) + " are tried";
        return "The speed rose from " + rate(before) + " to " + rate(speed) + "; " + did + ".";
    }

    static String fell(double before, double speed, Parallelism now, Parallelism next) {
        String did = next.equals(now) ? "the numbers are tested again" : next.differenceFrom(now) + " are tried";
        return "The speed fell from " + rate(before) + " to " + rate(speed) + " and stays there; " + did + ".";
    }

    static String idle(Parallelism now, Parallelism fewer) {
        return fewer.differenceFrom(now) + " instead of " + now.differenceFrom(fewer)
                + " are enough: they waited most of the time.";
    }

    static String trying(Parallelism now, Parallelism tried, WorkStage busiest, double busyShare) {
        return "The " + busiest.workers() + " are busy " + percent(busyShare) + " of the time; "
                + tried.differenceFrom(now) + " instead of " + now.differenceFrom(tried) + " are tried.";
    }

    static String stillTrying(Parallelism tried, Trial trial) {
        return tried.differenceFrom(trial.before()) + " instead of "
                + trial.before().differenceFrom(tried)
                + " are tried for one interval more; so far the speed changed by " + signed(trial.gain()) + ".";
    }

    static String kept(Parallelism tried, Trial trial) {
        return tried.differenceFrom(trial.before()) + " instead of "
                + trial.before().differenceFrom(tried) + " changed the speed by " + signed(trial.gain())
                + "; they are kept.";
    }

    static String undone(Parallelism tried, Trial trial) {
        String changed = tried.differenceFrom(trial.before()) + " instead of "
                + trial.before().differenceFrom(tried) + " changed the speed by " + signed(trial.gain());
        String why = trial.gain() < trial.gainNeeded() ? ", less than" : ", not clearly more than";
        return changed + why + " the " + signed(trial.gainNeeded()) + " that would pay; that is undone.";
    }

    static String unchanged(ParallelismBounds bounds, Parallelism counts, double speed) {
        String moved = isOne(bounds, counts) ? " moves " : " move ";
        return all(bounds, counts) + moved + rate(speed) + "; nothing is changed.";
    }

    /** Names the stages whose numbers can change. */
    private static String all(ParallelismBounds bounds, Parallelism counts) {
        List<String> parts =
                adapted(bounds).map(stage -> stage.counted(counts.of(stage))).toList();
        if (parts.size() < 2) return String.join("", parts);
        int last = parts.size() - 1;
        return String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    private static boolean isOne(ParallelismBounds bounds, Parallelism counts) {
        return adapted(bounds).mapToInt(counts::of).sum() == 1;
    }

    private static Stream<WorkStage> adapted(ParallelismBounds bounds) {
        return Arrays.stream(WorkStage.values()).filter(stage -> !bounds.isPinned(stage));
    }

    private static String rate(double bytesPerSecond) {
        return ByteRate.text(bytesPerSecond);
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }

    private static String signed(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }
}
