package org.bdm.client.cli.job;

import java.time.Duration;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.LengtheningPauses;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.cli.verb.WorkProgress;
import org.bdm.client.cli.verb.WorkProgress.Amount;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.IndexWarningView;
import org.bdm.core.control.Problem;
import org.bdm.core.control.job.DurationEstimate;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.plan.PlanLinksView;
import org.bdm.core.control.plan.PlanNodeView;
import org.bdm.core.control.plan.PlanRouteView;
import org.bdm.core.control.plan.PlanSiteView;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.control.plan.ReplicaPlanView;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;

/** Waits for a plan and prints it. */
public final class PlanSheet {
    private static final int ERRORS_SHOWN = 100; // as many as a plan keeps

    private final MoverApi api;
    private final Pacer pacer;
    private final Terminal terminal;
    private final boolean json;
    private final WorkProgress progress;
    private boolean failOnFailures;
    private @Nullable Long maxRate;

    public PlanSheet(Verb verb) {
        this.api = verb.api();
        this.pacer = verb.pacer();
        this.terminal = verb.terminal();
        this.json = verb.json();
        this.progress = new WorkProgress(verb, "planned");
    }

    /** A conflict makes exit code 1, too, as it would when it is done; what is shown as 'would fail' always does. */
    public PlanSheet failingAsTheJobWould() {
        failOnFailures = true;
        return this;
    }

    /** Shows of this job what the plan does not tell: the limit of its rate. */
    public PlanSheet of(SubmitJob job) {
        maxRate = job.options() == null ? null : job.options().maxRateBytesPerSecond();
        return this;
    }

    public ExitCode show(PlanView started) {
        boolean isRunning = started.state().equals("RUNNING");
        if (!json && isRunning)
            terminal.message(started.id() + " started; 'bdm-client watch " + started.id() + "' shows it again");
        return showAgain(started);
    }

    /** The same of a plan whose id is known. */
    public ExitCode showAgain(PlanView started) {
        PlanView plan = started;
        LengtheningPauses pauses = new LengtheningPauses(pacer);
        while (plan.state().equals("RUNNING")) {
            progress.show(Amount.of(plan.files(), plan.bytes()));
            pauses.pause();
            plan = api.plan(plan.id());
        }
        progress.end();
        Problem problem = plan.problem();
        boolean isShown = plan.state().equals("DONE");
        if (problem != null && !isShown) throw ServerRefusal.of(problem);
        if (json) terminal.json(plan);
        else text(plan);
        if (problem != null) throw ServerRefusal.of(problem);
        ReplicaPlanView replicas = plan.replicas();
        boolean skips = replicas != null && !replicas.unknown().isEmpty();
        boolean isFailing = skips || !plan.errors().isEmpty() || (failOnFailures && plan.filesInConflict() > 0);
        return isFailing ? ExitCode.FILES_FAILED : ExitCode.DONE;
    }

    private void text(PlanView plan) {
        terminal.line("to transfer    " + plan.filesToMove() + " of " + Plural.of(plan.files(), "file") + ", "
                + ByteSize.text(plan.bytesToMove()) + " of " + ByteSize.text(plan.bytes()));
        if (plan.filesSame() > 0) terminal.line("already same   " + Plural.of(plan.filesSame(), "file"));
        if (plan.filesInConflict() > 0) terminal.line("in conflict    " + Plural.of(plan.filesInConflict(), "file"));
        if (plan.filesWithoutReplica() > 0)
            terminal.line("no live source " + Plural.of(plan.filesWithoutReplica(), "file"));
        if (plan.hardLinks() != null) hardLinks(plan.hardLinks());
        plan.routes().forEach(this::route);
        space(plan);
        if (plan.destinationNote() != null) terminal.line("destination    " + plan.destinationNote());
        if (maxRate != null) terminal.line("max rate       " + ByteRate.limit(maxRate));
        if (plan.estimate() != null) takes(plan.estimate());
        ReplicaPlanView replicas = plan.replicas();
        if (replicas != null) replicas(replicas);
        plan.errors()
                .forEach(error ->
                        terminal.line("would fail     " + error.entry() + ": " + error.code() + ": " + error.detail()));
        if (plan.errors().size() >= ERRORS_SHOWN)
            terminal.line("               these are the first " + ERRORS_SHOWN + "; mend them and plan again");
    }

    private void hardLinks(PlanLinksView links) {
        if (links.areKept()) {
            terminal.line("hard links     " + Plural.of(links.files(), "name")
                    + (links.files() == 1 ? " becomes a hard link" : " become hard links") + " of others: "
                    + ByteSize.text(links.bytes()) + " are not transferred");
            return;
        }
        terminal.line("hard links     " + links.files() + " of the files "
                + (links.files() == 1 ? "is a hard link" : "are hard links") + " of others: they become "
                + ByteSize.text(links.bytes()) + " more");
    }

    private void route(PlanRouteView route) {
        if (route.files() == 0) return;
        String small = route.smallFiles() == 0
                ? ""
                : "; " + Math.round(100.0 * route.smallFiles() / route.files()) + " % of the files are below 4 MiB";
        terminal.line("from           " + route.source() + ": " + Plural.of(route.files(), "file") + ", "
                + ByteSize.text(route.bytes()) + small);
    }

    private void space(PlanView plan) {
        Long peak = plan.peakBytes();
        Long free = plan.freeBytesNow();
        if (peak == null || free == null) return;
        long others = plan.bytesOfOtherJobs() == null ? 0 : plan.bytesOfOtherJobs();
        terminal.line("space          " + ByteSize.text(peak) + " needed at most, " + ByteSize.text(free) + " free"
                + (others == 0 ? "" : ", " + ByteSize.text(others) + " of them promised to other jobs"));
        if (peak > free - others)
            terminal.message("warning: the files do not fit; free space or choose another export");
        inodes(plan);
    }

    /** Only where they are short: many file systems make them as needed. */
    private void inodes(PlanView plan) {
        Long free = plan.freeInodesNow();
        if (free == null) return;
        long others = plan.filesOfOtherJobs() == null ? 0 : plan.filesOfOtherJobs();
        if (plan.filesToMove() <= free - others) return;
        terminal.line("inodes         " + plan.filesToMove() + " needed at most, " + free + " free"
                + (others == 0 ? "" : ", " + others + " of them promised to other jobs"));
        terminal.message("warning: there are too few inodes; remove files or choose another export");
    }

    /** An older server sends the numbers alone. */
    private void takes(DurationEstimate estimate) {
        String basis = estimate.basis() == null ? "" : "; " + estimate.basis();
        terminal.line("takes          " + seconds(estimate.p50Seconds()) + " (" + seconds(estimate.p10Seconds())
                + " to " + seconds(estimate.p90Seconds()) + ")" + basis);
        String dominant = estimate.dominant();
        if (dominant != null && !dominant.isEmpty()) terminal.line("               " + dominant);
    }

    private void replicas(ReplicaPlanView replicas) {
        terminal.line("datasets       " + replicas.datasets());
        if (replicas.filesToReuse() > 0)
            terminal.line("held already   " + Plural.of(replicas.filesToReuse(), "file") + ", "
                    + ByteSize.text(replicas.bytesToReuse()) + ": not transferred");
        for (PlanSiteView site : replicas.sites()) {
            terminal.line("read first     " + site.tree() + ": " + Plural.of(site.files(), "file") + ", "
                    + ByteSize.text(site.bytes()));
            if (site.trouble() != null) terminal.message("warning: " + site.trouble());
        }
        for (PlanNodeView node : replicas.nodes()) {
            terminal.line("offered by     " + node.node() + ": " + Plural.of(node.copies(), "file") + ", "
                    + ByteSize.text(node.bytes()));
        }
        replicas.leftOut().forEach(dataset -> terminal.line("left out       " + dataset));
        replicas.unknown().forEach(dataset -> terminal.line("unknown        " + dataset));
        for (IndexWarningView warning : replicas.warnings()) {
            terminal.message("warning: " + warning.index() + ": " + warning.code() + ": " + warning.text());
        }
    }

    private static String seconds(double seconds) {
        return TimeText.duration(Duration.ofMillis(Math.round(seconds * 1000)));
    }
}
