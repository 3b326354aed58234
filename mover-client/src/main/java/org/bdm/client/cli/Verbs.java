package org.bdm.client.cli;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * The verbs of {@code bdm-client} by their names, in the order in which help lists them. To read the annotations of all of them takes
 * longer than most of them take to do their work, so that a command line gets only those verbs whose names occur in it.
 */
record Verbs(Set<String> names) {
    private static final Map<String, Class<?>> NAMED = named();

    static final Verbs ALL = new Verbs(NAMED.keySet());

    /** These print something about all verbs. */
    private static final Set<String> ABOUT_ALL = Set.of("--help", "-h", "completion");

    private static Map<String, Class<?>> named() {
        Map<String, Class<?>> named = new LinkedHashMap<>();
        nameJobs(named);
        nameTheRest(named);
        return Collections.unmodifiableMap(named);
    }

    private static void nameJobs(Map<String, Class<?>> named) {
        named.put("submit", SubmitCommand.class);
        named.put("search", SearchCommand.class);
        named.put("plan", PlanCommand.class);
        named.put("replicate", ReplicateCommand.class);
        named.put("dataset", DatasetCommand.class);
        named.put("list", ListCommand.class);
        named.put("status", StatusCommand.class);
        named.put("files", FilesCommand.class);
        named.put("events", EventsCommand.class);
        named.put("explain", ExplainCommand.class);
        named.put("report", ReportCommand.class);
        named.put("attention", AttentionCommand.class);
        named.put("watch", WatchCommand.class);
        named.put("wait", WaitCommand.class);
        named.put("pause", PauseCommand.class);
        named.put("resume", ResumeCommand.class);
        named.put("cancel", CancelCommand.class);
        named.put("retry", RetryCommand.class);
        named.put("set", SetCommand.class);
    }

    private static void nameTheRest(Map<String, Class<?>> named) {
        named.put("site", SiteCommand.class);
        named.put("export", ExportCommand.class);
        named.put("ls", LsCommand.class);
        named.put("check", CheckCommand.class);
        named.put("import", ImportCommand.class);
        named.put("hold", HoldCommand.class);
        named.put("holdings", HoldingsCommand.class);
        named.put("reconcile", ReconcileCommand.class);
        named.put("verify", VerifyCommand.class);
        named.put("draft", DraftCommand.class);
        named.put("request", RequestCommand.class);
        named.put("manifest", ManifestCommand.class);
        named.put("publish", PublishCommand.class);
        named.put("receipt", ReceiptCommand.class);
        named.put("data-node", DataNodeCommand.class);
        named.put("completeness", CompletenessCommand.class);
        named.put("dispute", DisputeCommand.class);
        named.put("subscribe", SubscribeCommand.class);
        named.put("purge", PurgeCommand.class);
        named.put("quarantine", QuarantineCommand.class);
        named.put("token", TokenCommand.class);
        named.put("audit", AuditCommand.class);
        named.put("demo", DemoCommand.class);
        named.put("completion", CompletionCommand.class);
        named.put("version", VersionCommand.class);
    }

    /** What the arguments may mean: the verbs among them, or all. */
    static Verbs asked(String... arguments) {
        Set<String> words = Arrays.stream(arguments).collect(Collectors.toSet());
        Set<String> asked = NAMED.keySet().stream().filter(words::contains).collect(Collectors.toUnmodifiableSet());
        return asked.isEmpty() || !Collections.disjoint(words, ABOUT_ALL) ? ALL : new Verbs(asked);
    }

    boolean all() {
        return names.size() == NAMED.size();
    }

    CommandLine addedTo(CommandLine commandLine) {
        NAMED.forEach((name, verb) -> {
            if (names.contains(name)) commandLine.addSubcommand(verb);
        });
        return commandLine;
    }

    static Map<String, Class<?>> byName() {
        return NAMED;
    }
}
