package org.bdm.client.cli;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.client.cli.dataset.CompletenessCommand;
import org.bdm.client.cli.dataset.DatasetCommand;
import org.bdm.client.cli.dataset.ManifestCommand;
import org.bdm.client.cli.dataset.PlanCommand;
import org.bdm.client.cli.dataset.PublishCommand;
import org.bdm.client.cli.dataset.ReceiptCommand;
import org.bdm.client.cli.dataset.ReplicateCommand;
import org.bdm.client.cli.dataset.SearchCommand;
import org.bdm.client.cli.dataset.SubscribeCommand;
import org.bdm.client.cli.holding.DisputeCommand;
import org.bdm.client.cli.holding.HoldCommand;
import org.bdm.client.cli.holding.HoldingsCommand;
import org.bdm.client.cli.holding.PurgeCommand;
import org.bdm.client.cli.holding.QuarantineCommand;
import org.bdm.client.cli.holding.ReconcileCommand;
import org.bdm.client.cli.holding.VerifyCommand;
import org.bdm.client.cli.job.AttentionCommand;
import org.bdm.client.cli.job.EventsCommand;
import org.bdm.client.cli.job.ExplainCommand;
import org.bdm.client.cli.job.FilesCommand;
import org.bdm.client.cli.job.JobSteering;
import org.bdm.client.cli.job.ListCommand;
import org.bdm.client.cli.job.ReportCommand;
import org.bdm.client.cli.job.SetCommand;
import org.bdm.client.cli.job.StatusCommand;
import org.bdm.client.cli.job.SubmitCommand;
import org.bdm.client.cli.job.WaitCommand;
import org.bdm.client.cli.job.WatchCommand;
import org.bdm.client.cli.request.DraftCommand;
import org.bdm.client.cli.request.ImportCommand;
import org.bdm.client.cli.request.RequestCommand;
import org.bdm.client.cli.site.AuditCommand;
import org.bdm.client.cli.site.CheckCommand;
import org.bdm.client.cli.site.DataNodeCommand;
import org.bdm.client.cli.site.ExportCommand;
import org.bdm.client.cli.site.LsCommand;
import org.bdm.client.cli.site.SiteCommand;
import org.bdm.client.cli.site.TokenCommand;
import org.bdm.client.cli.verb.GlobalOptions;
import picocli.CommandLine;

/**
 * The verbs of {@code bdm-client} by their names, in the order in which help lists them. To read the annotations of all of them takes
 * longer than most of them take to do their work, so that a command line gets only those verbs whose names occur in it.
 */
record Verbs(Set<String> names) {
    private static final Map<String, Class<?>> NAMED = named();

    static final Verbs ALL = new Verbs(NAMED.keySet());

    /** These print something about all verbs. */
    private static final Set<String> ABOUT_ALL = Set.of("--help", "-h", "completion", "help");

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
        named.put("pause", JobSteering.Pause.class);
        named.put("resume", JobSteering.Resume.class);
        named.put("cancel", JobSteering.Cancel.class);
        named.put("retry", JobSteering.Retry.class);
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
        named.put("login", LoginCommand.class);
        named.put("help", HelpCommand.class);
        named.put("demo", DemoCommand.class);
        named.put("__complete", CompleteCommand.class);
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
        commandLine.getSubcommands().values().forEach(GlobalOptions::addTo);
        return commandLine;
    }

    static Map<String, Class<?>> byName() {
        return NAMED;
    }
}
