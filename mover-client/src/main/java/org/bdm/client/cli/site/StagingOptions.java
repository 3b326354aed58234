package org.bdm.client.cli.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.StagingSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code data-node set} about tape; {@code none} removes each. */
final class StagingOptions {
    private static final String NONE = "none";

    @Option(names = "--staging", paramLabel = "HOW", description = "auto, never or tape-rest; none: as at the start.")
    @Nullable String staging;

    @Option(
            names = "--staging-patience",
            paramLabel = "TIME",
            description = "Time after which 'attention' lists waiting files, such as 2d; none.")
    @Nullable String patience;

    @Option(names = "--staging-window", paramLabel = "N", description = "Recalls at once, 1 to 100000; none.")
    @Nullable String window;

    @Option(
            names = "--staging-prefix",
            paramLabel = "[FROM:]TO",
            description = "How paths of the tape service differ from addresses; none.")
    @Nullable String prefix;

    boolean isAny() {
        return staging != null || patience != null || window != null || prefix != null;
    }

    /**
     * Returns what is set.
     *
     * @throws IllegalArgumentException with a sentence, for what is no time or no number
     */
    StagingSettings settings() {
        return new StagingSettings(text(staging), seconds(), count(), text(prefix));
    }

    private static @Nullable String text(@Nullable String given) {
        return NONE.equals(given) ? "" : given;
    }

    private @Nullable Long seconds() {
        String given = patience;
        if (given == null) return null;
        if (given.equals(NONE)) return 0L;
        try {
            return TimeText.parse(given).toSeconds();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--staging-patience: " + e.getMessage(), e);
        }
    }

    private @Nullable Integer count() {
        String given = window;
        if (given == null) return null;
        if (given.equals(NONE)) return 0;
        if (given.matches("[1-9]\\d{0,5}")) return Integer.valueOf(given);
        throw new IllegalArgumentException("--staging-window is 1 to 100000, or none");
    }

    /** Returns the settings in words; a server of an earlier version tells none. */
    static String shown(@Nullable StagingSettings set) {
        List<String> words = new ArrayList<>();
        if (set == null) return "as at the start";
        String way = set.way();
        if (way != null && !way.isEmpty()) words.add(way);
        Long seconds = set.patienceSeconds();
        if (seconds != null && seconds > 0) words.add("patience " + TimeText.duration(Duration.ofSeconds(seconds)));
        Integer window = set.window();
        if (window != null && window > 0) words.add("at most " + window + " recalls");
        String prefix = set.prefix();
        if (prefix != null && !prefix.isEmpty()) words.add("prefix " + prefix);
        return words.isEmpty() ? "as at the start" : String.join(", ", words);
    }
}
