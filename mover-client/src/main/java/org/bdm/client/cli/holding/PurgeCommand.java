package org.bdm.client.cli.holding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.holding.CreatePurge;
import org.bdm.core.control.holding.MirrorPlanView;
import org.bdm.core.control.holding.PurgeDatasetView;
import org.bdm.core.control.holding.PurgeDirectoryView;
import org.bdm.core.control.holding.PurgeFileView;
import org.bdm.core.control.holding.PurgeView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes withdrawn, superseded or no longer mirrored files, from a plan only. */
@Command(
        name = "purge",
        footer = {
            "bdm-client purge --plan --state SUPERSEDED --prefix CMIP6.CMIP.IPSL",
            "bdm-client purge --show purge-3 --files",
            "bdm-client purge --apply purge-3",
            "bdm-client purge --apply purge-4 --confirm-count 2400",
            "bdm-client purge --restore purge-4"
        },
        description = {
            "Removes withdrawn, superseded or unmirrored files.",
            "Alone it lists the plans. --plan prints the id of the plan alone; --show lists it; --apply checks each file again and removes it."
                    + " Files that it",
            "keeps are printed with the reason, and exit 1. Files of a mirror plan ('submit --delete') go into the"
                    + " quarantine:",
            "--restore moves them back, --empty deletes them."
        })
public final class PurgeCommand extends Verb {
    private static final Set<String> UNDER_WAY = Set.of("BUILDING", "APPLYING", "RESTORING", "EMPTYING");
    private static final Duration PAUSE = Duration.ofMillis(300);

    @ArgGroup(multiplicity = "0..1")
    What what = new What();

    /** One of them. */
    static final class What {
        @Option(names = "--plan", description = "Make a plan; delete nothing.")
        boolean plan;

        @Option(names = "--list", description = "List all plans, newest first.")
        boolean list;

        @Option(
                names = "--show",
                paramLabel = "ID",
                description = "Show a plan: datasets, their successors, the reasons.")
        @Nullable String show;

        @Option(names = "--apply", paramLabel = "ID", description = "Remove the files of a plan.")
        @Nullable String apply;

        @Option(
                names = "--restore",
                paramLabel = "ID",
                description = "Move the files of a mirror plan back from the quarantine.")
        @Nullable String restore;

        @Option(
                names = "--empty",
                paramLabel = "ID",
                description = "Delete the files of a mirror plan from the quarantine, for good.")
        @Nullable String empty;

        @Option(names = "--discard", paramLabel = "ID", description = "Discard a plan; delete nothing.")
        @Nullable String discard;

        boolean isGiven() {
            return plan
                    || list
                    || Stream.of(show, apply, restore, empty, discard).anyMatch(Objects::nonNull);
        }
    }

    @Parameters(arity = "0..*", paramLabel = "DATASET", description = "With --plan: names with or without version.")
    List<String> datasets = new ArrayList<>();

    @Option(names = "--prefix", paramLabel = "TEXT", description = "With --plan: datasets whose ids begin with this.")
    @Nullable String prefix;

    @Option(names = "--state", paramLabel = "STATE", description = "With --plan: only SUPERSEDED, or only RETRACTED.")
    @Nullable String state;

    @Option(names = "--export", paramLabel = "NAME", description = "With --plan: only files in this export.")
    @Nullable String export;

    @Option(names = "--listed", description = "With --plan: only files that the policy listed.")
    boolean listed;

    @Option(
            names = "--without-successor",
            description = "With --plan: also old versions without a complete, verified newer one here.")
    boolean withoutSuccessor;

    @Option(
            names = "--confirm-count",
            paramLabel = "N",
            description = "With --apply: the number of files, for a mirror plan with a CAUTION or of a bucket.")
    @Nullable Long confirmCount;

    @Option(names = "--files", description = "With --show: list every file.")
    boolean files;

    @Override
    protected ExitCode run() {
        if (!what.isGiven() && !datasets.isEmpty()) return word(datasets.get(0), datasets.subList(1, datasets.size()));
        boolean isSelective =
                !datasets.isEmpty() || prefix != null || state != null || export != null || listed || withoutSuccessor;
        if (isSelective && !what.plan) throw usage("options that select files need --plan");
        if (files && what.show == null) throw usage("--files needs --show");
        if (confirmCount != null && what.apply == null) throw usage("--confirm-count needs --apply");
        if (what.plan) return plan();
        if (what.list || !what.isGiven()) return list();
        if (what.show != null) return show(what.show);
        if (what.apply != null) return apply(what.apply);
        if (what.restore != null) return restore(what.restore);
        if (what.empty != null) return empty(what.empty);
        return discard(what.discard == null ? "" : what.discard);
    }

    /** As in other groups: 'purge list', and 'purge apply purge-3', which is not guessed, since it removes files. */
    private ExitCode word(String word, List<String> after) {
        boolean isList = word.equals("list") || word.equals("ls");
        if (isList && after.isEmpty()) return list();
        boolean isAction =
                Set.of("plan", "show", "apply", "restore", "empty", "discard").contains(word);
        if (isAction) throw usage("write 'bdm-client purge --" + word + objects(word, after) + "'");
        throw usage("datasets need --plan: 'bdm-client purge --plan " + String.join(" ", datasets)
                + "' makes a plan and removes nothing");
    }

    /** A plan may have all that was named; each other action is about one plan. */
    private static String objects(String action, List<String> named) {
        if (action.equals("plan")) return named.isEmpty() ? "" : " " + String.join(" ", named);
        return " " + (named.isEmpty() ? "ID" : named.get(0));
    }

    private ExitCode plan() {
        String wanted = state == null ? null : state.toUpperCase(Locale.ROOT);
        PurgeView made = awaited(api().removal()
                .startPurge(new CreatePurge(datasets, prefix, wanted, export, withoutSuccessor, listed)));
        if (made.problem() != null) throw ServerRefusal.of(made.problem());
        if (json()) {
            terminal().json(made);
            return ExitCode.DONE;
        }
        terminal().line(made.id());
        terminal()
                .message(Plural.of(made.datasets(), "dataset") + ", " + Plural.of(made.files(), "file") + ", "
                        + ByteSize.text(made.bytes())
                        + "; check it with 'bdm-client purge --show " + made.id() + "'; it expires "
                        + TimeText.moment(made.expiresAt(), zone()));
        return ExitCode.DONE;
    }

    /** Until it is made, or applied. */
    private PurgeView awaited(PurgeView begun) {
        PurgeView now = begun;
        while (UNDER_WAY.contains(now.state())) {
            pacer().pause(PAUSE);
            now = api().removal().purge(begun.id());
        }
        return now;
    }

    private ExitCode list() {
        Table table = new Table("PLAN", "STATE", "?OWNER", "?CREATED", ">FILES", ">BYTES", ">REMOVED", ">KEPT", "~OF");
        print(
                api().removal().purges(),
                plan -> table.row(
                        plan.id(),
                        plan.state(),
                        plan.owner(),
                        TimeText.moment(plan.createdAt(), zone()),
                        String.valueOf(plan.files()),
                        ByteSize.text(plan.bytes()),
                        String.valueOf(plan.removedFiles()),
                        String.valueOf(plan.keptFiles()),
                        plan.selection()));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private ExitCode show(String id) {
        PurgeView plan = api().removal().purge(id);
        if (json()) {
            terminal().json(plan);
            api().removal().purgeDatasets(id).forEachRemaining(terminal()::json);
            if (files) api().removal().purgeFiles(id).forEachRemaining(terminal()::json);
            return ExitCode.DONE;
        }
        terminal().line("plan      " + plan.id() + ", " + plan.state() + ", by " + plan.owner());
        terminal().line("of        " + plan.selection());
        terminal().line("expires   " + TimeText.moment(plan.expiresAt(), zone()));
        terminal().line("files     " + plan.files() + ", " + ByteSize.text(plan.bytes()));
        if (plan.note() != null) terminal().line("note      " + plan.note());
        if (plan.appliedBy() != null) {
            terminal()
                    .line("applied   by " + plan.appliedBy() + ": " + plan.removedFiles() + " removed, "
                            + plan.keptFiles() + " kept");
        }
        if (plan.quarantinedFiles() > 0) {
            terminal()
                    .line("quarantine " + Plural.of(plan.quarantinedFiles(), "file") + ", "
                            + ByteSize.text(plan.quarantinedBytes()) + ": bring back with 'bdm-client purge --restore "
                            + plan.id() + "', delete with 'bdm-client purge --empty " + plan.id() + "'");
        }
        if (plan.mirror() != null) mirror(plan.mirror(), plan.files());
        Iterator<PurgeDatasetView> datasetsOf = api().removal().purgeDatasets(id);
        while (datasetsOf.hasNext()) dataset(datasetsOf.next());
        if (files) api().removal().purgeFiles(id).forEachRemaining(this::file);
        return ExitCode.DONE;
    }

    private void mirror(MirrorPlanView mirror, long files) {
        if (mirror.destinationFiles() == 0) {
            terminal().line("replaced  by " + mirror.job());
            return;
        }
        terminal()
                .line("mirror    " + mirror.job() + "; the destination has "
                        + Plural.of(mirror.destinationFiles(), "file"));
        for (String caution : mirror.cautions()) {
            terminal().line("CAUTION   " + caution + ": is its file system mounted at the source?");
        }
        boolean isMost = files > mirror.destinationFiles() / 2;
        if (mirror.confirmCount() != null && !isMost) {
            terminal().line("          apply with --confirm-count " + mirror.confirmCount());
        }
        if (mirror.confirmCount() != null && isMost) {
            terminal()
                    .line("CAUTION   " + files + " of " + Plural.of(mirror.destinationFiles(), "file")
                            + " are more than half: apply" + " with --confirm-count " + mirror.confirmCount());
        }
        if (!mirror.largest().isEmpty()) terminal().line("largest directories:");
        for (PurgeDirectoryView directory : mirror.largest()) {
            terminal()
                    .line("  " + directory.path() + ": " + Plural.of(directory.files(), "file") + ", "
                            + ByteSize.text(directory.bytes()));
        }
    }

    private void dataset(PurgeDatasetView dataset) {
        terminal().line("");
        terminal().line(dataset.dataset());
        terminal()
                .line("  " + dataset.state() + ": " + dataset.reason() + "; " + Plural.of(dataset.files(), "file")
                        + ", " + ByteSize.text(dataset.bytes()));
        if (dataset.newer() != null) {
            String evidence = dataset.newerEvidence() == null ? "" : " as " + dataset.newerEvidence() + " or better";
            terminal()
                    .line("  newer: " + dataset.newer() + ", " + dataset.newerVerified() + " of "
                            + Plural.of(dataset.newerFiles(), "file") + " verified here" + evidence);
        }
        terminal().line("  elsewhere: " + (dataset.elsewhere().isEmpty() ? "none known" : dataset.elsewhere()));
    }

    private void file(PurgeFileView file) {
        String why = file.reason().isEmpty() ? "" : "  " + file.reason();
        terminal().line(file.outcome() + "  " + file.export() + "/" + file.path() + why);
    }

    private ExitCode apply(String id) {
        boolean isRepeated = api().removal().purge(id).state().equals("APPLIED");
        PurgeView ended = awaited(api().removal().applyPurge(id, confirmCount));
        if (ended.keptFiles() > 0) print(id, "KEPT");
        if (json()) terminal().json(ended);
        else {
            terminal()
                    .message((isRepeated ? id + " was applied before, and nothing is done now: " : "")
                            + Plural.of(ended.removedFiles(), "file") + " with " + ByteSize.text(ended.removedBytes())
                            + (ended.quarantinedFiles() > 0 ? " moved into the quarantine, " : " removed, ")
                            + ended.keptFiles() + " kept");
        }
        return ended.keptFiles() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    /** Prints the files with this outcome; gives how many there are. */
    private long print(String id, String outcome) {
        long number = 0;
        Iterator<PurgeFileView> all = api().removal().purgeFiles(id);
        while (all.hasNext()) {
            PurgeFileView file = all.next();
            if (!file.outcome().equals(outcome)) continue;
            number++;
            if (json()) terminal().json(file);
            else file(file);
        }
        return number;
    }

    private ExitCode restore(String id) {
        PurgeView ended = awaited(api().removal().steerPurge(id, "restore"));
        long left = print(id, "QUARANTINED");
        long lost = print(id, "REMOVED");
        if (json()) terminal().json(ended);
        else if (left + lost == 0) terminal().message("the files of " + id + " are back at their places");
        else if (left > 0) terminal().message("still in the quarantine: " + Plural.of(left, "file") + " of " + id);
        else terminal().message("not in the quarantine any more: " + Plural.of(lost, "file") + " of " + id);
        return left + lost == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private ExitCode empty(String id) {
        PurgeView ended = awaited(api().removal().steerPurge(id, "empty"));
        if (json()) terminal().json(ended);
        else {
            long deleted = ended.removedFiles() - ended.quarantinedFiles();
            long bytes = ended.removedBytes() - ended.quarantinedBytes();
            terminal()
                    .message("deleted " + Plural.of(deleted, "file") + " with " + ByteSize.text(bytes) + " of " + id
                            + " from the quarantine");
        }
        return ExitCode.DONE;
    }

    private ExitCode discard(String id) {
        PurgeView gone = api().removal().steerPurge(id, "discard");
        if (json()) terminal().json(gone);
        else terminal().message(gone.id() + " is discarded");
        return ExitCode.DONE;
    }
}
