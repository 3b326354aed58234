package org.bdm.client.cli.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.HandoverFileView;
import org.bdm.core.control.dataset.HandoverView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about files that other movers bring. */
@Command(
        name = "handover",
        description = {
            "Hands files over to another mover, and checks them.",
            "Files that only Globus or GridFTP has are brought by a carrier: a service, or a person with any tool.",
            "What arrives is compared by size and digest; what a carrier says decides nothing."
        },
        subcommands = {HandoverSubmitCommand.class})
public final class HandoverCommand extends VerbGroup {
    private static final String ID = "The id, from 'handover list'.";

    @Command(name = "list", footer = "bdm-client handover list", description = "Lists handovers, newest first.")
    ExitCode list() {
        Table table =
                new Table("HANDOVER", "STATE", "WAITS FOR", "CARRIER", ">FILES", ">THERE", ">NAMED", "?CREATED", "~OF");
        return listed(
                table,
                api().replication().handovers(),
                one -> table.row(
                        one.id(),
                        one.state(),
                        one.awaits().equals("NOBODY") ? "" : one.awaits(),
                        one.carrier(),
                        String.valueOf(one.files()),
                        String.valueOf(one.there()),
                        String.valueOf(one.named()),
                        TimeText.moment(one.createdAt(), zone()),
                        one.selection()));
    }

    @Command(
            name = "show",
            footer = {
                "bdm-client handover show handover-3 --files",
                "bdm-client handover show handover-3 --list > batch.txt"
            },
            description = {
                "Shows a handover, its files, or its list.",
                "--files names what is missing or wrong; --list writes what is not there for 'globus transfer --batch'."
            })
    ExitCode show(
            @Parameters(paramLabel = "HANDOVER", description = ID) String id,
            @Option(names = "--files", description = "Also the files that are missing or wrong.") boolean files,
            @Option(names = "--all", description = "With --files: every file.") boolean all,
            @Option(names = "--list", description = "Only the list, for the carrier.") boolean list) {
        if (list) return writeList(id);
        HandoverView handover = api().replication().handover(id);
        ExitCode code = shown(handover, this::show);
        if (!files) return code;
        Iterator<HandoverFileView> each = api().replication().handoverFiles(id, null);
        while (each.hasNext()) {
            HandoverFileView file = each.next();
            boolean isNamed = !file.state().equals("RIGHT") && !file.state().equals("HANDED");
            if (!all && !isNamed) continue;
            if (json()) terminal().json(file);
            else terminal().line(line(file));
        }
        return code;
    }

    private static String line(HandoverFileView file) {
        String why = file.reason().isEmpty() ? "" : "  " + file.reason();
        return file.state() + "  " + file.export() + "/" + file.path() + why;
    }

    private ExitCode writeList(String id) {
        try (InputStream list = api().replication().handoverList(id)) {
            String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
            if (!text.isEmpty()) terminal().line(text.stripTrailing());
            return ExitCode.DONE;
        } catch (IOException e) {
            throw usage("cannot write the list: " + e.getMessage());
        }
    }

    private void show(HandoverView one) {
        terminal()
                .line("handover  " + one.id() + ", "
                        + HandoverWatch.line(one).substring(one.id().length() + 1));
        terminal().line("of        " + one.selection());
        terminal()
                .line("carrier   " + one.carrier() + ", from " + one.source() + " into export " + one.export()
                        + task(one.task()));
        terminal()
                .line("files     " + one.there() + " of " + one.files() + " there, " + ByteSize.text(one.bytesThere())
                        + " of " + ByteSize.text(one.bytes()) + "; " + one.named() + " missing or wrong"
                        + (one.unvouched() == 0 ? "" : "; of " + one.unvouched() + " nobody published a digest"));
    }

    private static String task(@Nullable String task) {
        return task == null ? "" : ", task " + task;
    }

    @Command(
            name = "compare",
            footer = "bdm-client handover compare handover-3 --wait",
            description = {
                "Compares the files that a carrier brought.",
                "Reads every file. Right files become holdings; the others are named. Exit code 1 with --wait if there are"
                        + " such."
            })
    ExitCode compare(
            @Parameters(paramLabel = "HANDOVER", description = ID) String id,
            @Option(names = "--wait", description = "Wait until all are compared.") boolean wait) {
        return steered(api().replication().steerHandover(id, "compare"), wait);
    }

    @Command(
            name = "again",
            footer = "bdm-client handover again handover-3",
            description = {
                "Hands over again what is missing or wrong.",
                "Or submits a list for the first time, after a person did what the carrier asked for."
            })
    ExitCode again(
            @Parameters(paramLabel = "HANDOVER", description = ID) String id,
            @Option(
                            names = "--replace",
                            description = "Also files whose place another file had before; it is replaced.")
                    boolean replace,
            @Option(names = "--wait", description = "Wait until it ends.") boolean wait) {
        return steered(api().replication().handOverAgain(id, replace), wait);
    }

    @Command(
            name = "cancel",
            footer = "bdm-client handover cancel handover-3",
            description = "Cancels a handover, also at its carrier.")
    ExitCode cancel(@Parameters(paramLabel = "HANDOVER", description = ID) String id) {
        return steered(api().replication().steerHandover(id, "cancel"), false);
    }

    private ExitCode steered(HandoverView now, boolean wait) {
        if (!wait) return shown(now, one -> terminal().message(HandoverWatch.line(one)));
        HandoverView ended = new HandoverWatch(api().replication(), pacer(), besideData()).untilEnd(now);
        if (json()) terminal().json(ended);
        return HandoverWatch.exitCode(ended);
    }
}
