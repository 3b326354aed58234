package org.bdm.client.cli;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.client.cli.dataset.CarrierCommand;
import org.bdm.client.cli.dataset.CompletenessCommand;
import org.bdm.client.cli.dataset.DatasetCommand;
import org.bdm.client.cli.dataset.HandoverCommand;
import org.bdm.client.cli.dataset.ManifestCommand;
import org.bdm.client.cli.dataset.PlanCommand;
import org.bdm.client.cli.dataset.PublishCommand;
import org.bdm.client.cli.dataset.ReceiptCommand;
import org.bdm.client.cli.dataset.ReferencesCommand;
import org.bdm.client.cli.dataset.ReplicateCommand;
import org.bdm.client.cli.dataset.SearchCommand;
import org.bdm.client.cli.dataset.SubscribeCommand;
import org.bdm.client.cli.file.CatCommand;
import org.bdm.client.cli.file.CpCommand;
import org.bdm.client.cli.holding.DisputeCommand;
import org.bdm.client.cli.holding.HoldCommand;
import org.bdm.client.cli.holding.HoldingsCommand;
import org.bdm.client.cli.holding.PurgeCommand;
import org.bdm.client.cli.holding.QuarantineCommand;
import org.bdm.client.cli.holding.ReconcileCommand;
import org.bdm.client.cli.holding.ScrubCommand;
import org.bdm.client.cli.holding.VerifyCommand;
import org.bdm.client.cli.job.AttentionCommand;
import org.bdm.client.cli.job.CampaignCommand;
import org.bdm.client.cli.job.CheckCommand;
import org.bdm.client.cli.job.EventsCommand;
import org.bdm.client.cli.job.ExplainCommand;
import org.bdm.client.cli.job.FilesCommand;
import org.bdm.client.cli.job.JobSteering;
import org.bdm.client.cli.job.ListCommand;
import org.bdm.client.cli.job.RepairCommand;
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
import org.bdm.client.cli.site.BackupCommand;
import org.bdm.client.cli.site.BenchCommand;
import org.bdm.client.cli.site.DataNodeCommand;
import org.bdm.client.cli.site.DoctorCommand;
import org.bdm.client.cli.site.ExportCommand;
import org.bdm.client.cli.site.HookCommand;
import org.bdm.client.cli.site.LimitCommand;
import org.bdm.client.cli.site.LinkCommand;
import org.bdm.client.cli.site.LsCommand;
import org.bdm.client.cli.site.NodeCommand;
import org.bdm.client.cli.site.RatesCommand;
import org.bdm.client.cli.site.SiteCommand;
import org.bdm.client.cli.site.StatisticsCommand;
import org.bdm.client.cli.site.TokenCommand;
import org.bdm.client.cli.site.UserCommand;
import org.bdm.client.cli.verb.GlobalOptions;
import picocli.CommandLine;

/**
 * The verbs of {@code bdm-client} by their names, in the order in which help lists them. To read the annotations of all of them takes
 * longer than most of them take to do their work, so that a command line gets only those verbs whose names occur in it.
 */
record Verbs(Set<String> names) {
    private static final Map<String, Map<String, Class<?>>> GROUPED = grouped();

    private static final Map<String, Class<?>> NAMED = named();

    static final Verbs ALL = new Verbs(NAMED.keySet());

    /** These print something about all verbs. */
    private static final Set<String> ABOUT_ALL = Set.of("--help", "-h", "completion", "help");

    private static Map<String, Map<String, Class<?>>> grouped() {
        Map<String, Map<String, Class<?>>> groups = new LinkedHashMap<>();
        groups.put("Transfer", transfer());
        groups.put("ESGF data", esgfData());
        groups.put("Holdings", holdings());
        groups.put("Requests", requests());
        groups.put("Sites", sites());
        groups.put("Administration", administration());
        return Collections.unmodifiableMap(groups);
    }

    private static Map<String, Class<?>> transfer() {
        Map<String, Class<?>> verbs = new LinkedHashMap<>();
        verbs.put("submit", SubmitCommand.class);
        verbs.put("list", ListCommand.class);
        verbs.put("status", StatusCommand.class);
        verbs.put("watch", WatchCommand.class);
        verbs.put("wait", WaitCommand.class);
        verbs.put("files", FilesCommand.class);
        verbs.put("events", EventsCommand.class);
        verbs.put("explain", ExplainCommand.class);
        verbs.put("report", ReportCommand.class);
        verbs.put("attention", AttentionCommand.class);
        verbs.put("pause", JobSteering.Pause.class);
        verbs.put("resume", JobSteering.Resume.class);
        verbs.put("cancel", JobSteering.Cancel.class);
        verbs.put("retry", JobSteering.Retry.class);
        verbs.put("delete", JobSteering.Delete.class);
        verbs.put("set", SetCommand.class);
        verbs.put("campaign", CampaignCommand.class);
        verbs.put("check", CheckCommand.class);
        verbs.put("cat", CatCommand.class);
        verbs.put("cp", CpCommand.class);
        return verbs;
    }

    private static Map<String, Class<?>> esgfData() {
        Map<String, Class<?>> verbs = new LinkedHashMap<>();
        verbs.put("search", SearchCommand.class);
        verbs.put("replicate", ReplicateCommand.class);
        verbs.put("handover", HandoverCommand.class);
        verbs.put("carrier", CarrierCommand.class);
        verbs.put("plan", PlanCommand.class);
        verbs.put("subscribe", SubscribeCommand.class);
        verbs.put("dataset", DatasetCommand.class);
        verbs.put("completeness", CompletenessCommand.class);
        verbs.put("manifest", ManifestCommand.class);
        verbs.put("references", ReferencesCommand.class);
        verbs.put("publish", PublishCommand.class);
        verbs.put("receipt", ReceiptCommand.class);
        verbs.put("data-node", DataNodeCommand.class);
        return verbs;
    }

    private static Map<String, Class<?>> holdings() {
        Map<String, Class<?>> verbs = new LinkedHashMap<>();
        verbs.put("hold", HoldCommand.class);
        verbs.put("holdings", HoldingsCommand.class);
        verbs.put("verify", VerifyCommand.class);
        verbs.put("scrub", ScrubCommand.class);
        verbs.put("repair", RepairCommand.class);
        verbs.put("reconcile", ReconcileCommand.class);
        verbs.put("dispute", DisputeCommand.class);
        verbs.put("quarantine", QuarantineCommand.class);
        verbs.put("purge", PurgeCommand.class);
        return verbs;
    }

    private static Map<String, Class<?>> requests() {
        Map<String, Class<?>> verbs = new LinkedHashMap<>();
        verbs.put("import", ImportCommand.class);
        verbs.put("draft", DraftCommand.class);
        verbs.put("request", RequestCommand.class);
        return verbs;
    }

    private static Map<String, Class<?>> sites() {
        Map<String, Class<?>> verbs = new LinkedHashMap<>();
        verbs.put("site", SiteCommand.class);
        verbs.put("link", LinkCommand.class);
        verbs.put("limit", LimitCommand.class);
        verbs.put("rates", RatesCommand.class);
        verbs.put("statistics", StatisticsCommand.class);
        verbs.put("bench", BenchCommand.class);
        verbs.put("export", ExportCommand.class);
        verbs.put("ls", LsCommand.class);
        return verbs;
    }

    private static Map<String, Class<?>> administration() {
        Map<String, Class<?>> verbs = new LinkedHashMap<>();
        verbs.put("login", LoginCommand.class);
        verbs.put("logout", LogoutCommand.class);
        verbs.put("user", UserCommand.class);
        verbs.put("token", TokenCommand.class);
        verbs.put("hook", HookCommand.class);
        verbs.put("node", NodeCommand.class);
        verbs.put("backup", BackupCommand.class);
        verbs.put("audit", AuditCommand.class);
        verbs.put("doctor", DoctorCommand.class);
        verbs.put("demo", DemoCommand.class);
        verbs.put("help", HelpCommand.class);
        verbs.put("completion", CompletionCommand.class);
        verbs.put("version", VersionCommand.class);
        verbs.put("__complete", CompleteCommand.class);
        return verbs;
    }

    private static Map<String, Class<?>> named() {
        Map<String, Class<?>> named = new LinkedHashMap<>();
        GROUPED.values().forEach(named::putAll);
        return Collections.unmodifiableMap(named);
    }

    /** Returns the verbs that the arguments name, or all. */
    static Verbs asked(String... arguments) {
        Set<String> words = Arrays.stream(arguments).collect(Collectors.toSet());
        Set<String> asked = NAMED.keySet().stream().filter(words::contains).collect(Collectors.toUnmodifiableSet());
        return asked.isEmpty() || !Collections.disjoint(words, ABOUT_ALL) ? ALL : new Verbs(asked);
    }

    /** Those that people type. */
    static Verbs shown() {
        return new Verbs(
                NAMED.keySet().stream().filter(name -> !name.startsWith("__")).collect(Collectors.toUnmodifiableSet()));
    }

    boolean all() {
        return names.size() == NAMED.size();
    }

    CommandLine addedTo(CommandLine commandLine) {
        NAMED.forEach((name, verb) -> {
            if (names.contains(name)) commandLine.addSubcommand(verb);
        });
        commandLine.getSubcommands().values().forEach(GlobalOptions::addTo);
        return HelpLayout.of(commandLine);
    }

    /** The names of the verbs of each group of help. */
    static Map<String, Set<String>> groups() {
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        GROUPED.forEach((group, verbs) -> groups.put(group, verbs.keySet()));
        return groups;
    }

    static Map<String, Class<?>> byName() {
        return NAMED;
    }
}
