package org.bdm.client.cli.dataset;

import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.MissingCopyView;
import org.bdm.core.control.dataset.ReplicaClaimView;
import org.bdm.core.control.dataset.ReplicaCopyView;
import org.bdm.core.control.dataset.ReplicaFileView;
import org.bdm.core.control.dataset.ReplicaNodeView;
import org.bdm.core.control.dataset.ReplicaNoteView;
import org.bdm.core.control.dataset.ReplicaSetView;
import org.bdm.core.control.dataset.ReplicaVariantView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        footer = "bdm-client dataset show CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803"
                + " --files",
        description = {
            "Shows one dataset version.",
            "Nodes, variants, what each index says, and why replicas were chosen."
        })
final class DatasetShowCommand extends Verb {
    @Parameters(paramLabel = "DATASET", description = "Its instance id, with version.")
    String instanceId = "";

    @Option(names = "--files", description = "Also each file, with its digest and copies.")
    boolean files;

    @Override
    protected ExitCode run() {
        ReplicaSetView set = api().replicaSet(instanceId);
        if (json()) {
            terminal().json(set);
            return ExitCode.DONE;
        }
        head(set);
        nodes(set);
        claims(set);
        if (files) {
            set.variants().forEach(this::files);
            missing(set);
        }
        notes(set);
        return ExitCode.DONE;
    }

    private void head(ReplicaSetView set) {
        terminal().line("dataset        " + set.dataset().instanceId());
        terminal().line("latest         " + (set.dataset().latest() ? "yes" : "no"));
        terminal().line("retracted      " + (set.dataset().retracted() ? "yes" : "no"));
        terminal()
                .line("files          " + set.dataset().files() + ", "
                        + ByteSize.text(set.dataset().bytes()));
        terminal().line("directory      " + Objects.toString(set.directory(), "none (no safe name)"));
        terminal()
                .line("seen           first " + TimeText.moment(set.dataset().firstSeen(), zone()) + ", last "
                        + TimeText.moment(set.dataset().lastSeen(), zone()));
    }

    private void nodes(ReplicaSetView set) {
        Table table = new Table("/NODE", ">FILES", ">SIZE", ">VARIANT", "MARKS");
        for (ReplicaNodeView node : set.nodes()) {
            table.row(
                    node.name(),
                    String.valueOf(node.files()),
                    ByteSize.text(node.bytes()),
                    Objects.toString(node.variant(), "-"),
                    (node.original() ? "original " : "") + (node.retracted() ? "retracted" : ""));
        }
        terminal().table(table);
    }

    private void claims(ReplicaSetView set) {
        Table table = new Table("/NODE", "INDEX", "REPLICA", "LATEST", "RETRACTED", ">FILES", "LAST SEEN");
        for (ReplicaClaimView claim : set.claims()) {
            table.row(
                    claim.node(),
                    claim.index(),
                    said(claim.replica()),
                    said(claim.latest()),
                    said(claim.retracted()),
                    Objects.toString(claim.files(), "-"),
                    claim.lastSeen() == null ? "-" : TimeText.moment(claim.lastSeen(), zone()));
        }
        terminal().table(table);
    }

    private static String said(@Nullable Boolean flag) {
        return flag == null ? "-" : flag ? "yes" : "no";
    }

    private void files(ReplicaVariantView variant) {
        Table table = new Table("/FILE OF VARIANT " + variant.number(), ">SIZE", ">COPIES", ">CONFIRM", "?DIGEST");
        variant.files().forEach(file -> {
            boolean hasDigest = !file.digests().isEmpty();
            table.row(
                    file.name(),
                    file.size() == null ? "-" : ByteSize.text(file.size()),
                    String.valueOf(file.copies().size()),
                    hasDigest ? String.valueOf(file.digests().get(0).nodes()) : "-",
                    hasDigest
                            ? file.digests().get(0).algorithm() + ":"
                                    + file.digests().get(0).value()
                            : "-");
        });
        terminal().table(table);
    }

    private void missing(ReplicaSetView set) {
        Table table = new Table("/MISSING COPY OF", "/NODE", ">TIMES", "?FIRST", "?LAST", "NEXT TRY");
        for (ReplicaVariantView variant : set.variants()) {
            for (ReplicaFileView file : variant.files()) {
                for (ReplicaCopyView copy : file.copies()) {
                    MissingCopyView missing = copy.missing();
                    if (missing == null) continue;
                    table.row(
                            file.name(),
                            copy.node(),
                            String.valueOf(missing.occasions()),
                            TimeText.moment(missing.firstSeen(), zone()),
                            TimeText.moment(missing.lastSeen(), zone()),
                            missing.askedAgain() == null
                                    ? "by every job"
                                    : "after " + TimeText.moment(missing.askedAgain(), zone()));
                }
            }
        }
        if (table.size() > 0) terminal().table(table);
    }

    private void notes(ReplicaSetView set) {
        for (ReplicaNoteView note : set.notes()) {
            String about = note.subject().isEmpty() ? "" : " " + note.subject();
            terminal()
                    .line((note.kind().equals("FINDING") ? "found          " : "chosen         ") + note.code() + about
                            + ": " + note.text());
        }
    }
}
