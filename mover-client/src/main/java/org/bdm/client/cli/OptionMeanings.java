package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** Options of rsync, rclone, Globus and FTS, and what a verb here has in their place. */
final class OptionMeanings {
    private static final String SLOWER = "--max-rate";
    private static final String TREE = "--recursive";
    private static final String STREAMS = "--streams";
    private static final String CONTENTS = "--sync-level checksum";
    private static final String KEEP_WHAT_IS_THERE = "--on-conflict skip";
    private static final String WAIT = "--wait";

    private static final Map<String, String> MEANT = Map.ofEntries(
            Map.entry("--bwlimit", SLOWER),
            Map.entry("--rate", SLOWER),
            Map.entry("--limit", SLOWER),
            Map.entry("--limit-rate", SLOWER),
            Map.entry("--rate-limit", SLOWER),
            Map.entry("--bandwidth", SLOWER),
            Map.entry("-n", "--dry-run"),
            Map.entry("--dryrun", "--dry-run"),
            Map.entry("-a", TREE),
            Map.entry("-av", TREE),
            Map.entry("-avz", TREE),
            Map.entry("-R", TREE),
            Map.entry("--archive", TREE),
            Map.entry("-c", CONTENTS),
            Map.entry("--checksum", CONTENTS),
            Map.entry("--size-only", "--sync-level size"),
            Map.entry("--mirror", "--delete"),
            Map.entry("--sync", "--delete"),
            Map.entry("--delete-before", "--delete"),
            Map.entry("--delete-during", "--delete"),
            Map.entry("--delete-after", "--delete"),
            Map.entry("--delete-destination-extra", "--delete"),
            Map.entry("--transfers", STREAMS),
            Map.entry("--parallel", STREAMS),
            Map.entry("--parallelism", STREAMS),
            Map.entry("--nostreams", STREAMS),
            Map.entry("--ignore-existing", KEEP_WHAT_IS_THERE),
            Map.entry("--skip-existing", KEEP_WHAT_IS_THERE),
            Map.entry("--overwrite", "--on-conflict overwrite"),
            Map.entry("--force", "--on-conflict overwrite"),
            Map.entry("-o", "--on-conflict overwrite"),
            Map.entry("-L", "--symlinks follow"),
            Map.entry("--copy-links", "--symlinks follow"),
            Map.entry("-H", "--hard-links keep"),
            Map.entry("--files-from", "--batch"),
            Map.entry("--input-file", "--batch"),
            Map.entry("-i", "--batch"),
            Map.entry("--filter", "--include"),
            Map.entry("--name", "--label"),
            Map.entry("-w", WAIT),
            Map.entry("--block", WAIT),
            Map.entry("-b", WAIT),
            Map.entry("--progress", WAIT),
            Map.entry("--async", "--no-wait"),
            Map.entry("--detach", "--no-wait"),
            Map.entry("--background", "--no-wait"));

    private OptionMeanings() {}

    /** The option of this verb that means the same, with its value; empty if it has none. */
    static List<String> of(CommandSpec command, String given) {
        List<String> found = new ArrayList<>();
        String meant = MEANT.get(name(given));
        if (meant != null && has(command, meant.split(" ", 2)[0])) found.add(meant);
        return found;
    }

    /** True if the verb does what the option asks for, unless it is told {@code --no-..}. */
    static boolean isDoneAnyway(CommandSpec command, String given) {
        String name = name(given);
        return name.startsWith("--") && has(command, opposite(given));
    }

    static String opposite(String given) {
        return "--no-" + name(given).replaceFirst("^--", "");
    }

    private static boolean has(CommandSpec command, String option) {
        return command.findOption(option) != null;
    }

    private static String name(String given) {
        int value = given.indexOf('=');
        return value < 0 ? given : given.substring(0, value);
    }
}
