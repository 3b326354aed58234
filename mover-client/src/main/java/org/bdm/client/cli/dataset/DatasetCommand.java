package org.bdm.client.cli.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.core.control.dataset.CatalogEventsView;
import org.bdm.core.control.dataset.ConfirmExtent;
import org.bdm.core.control.dataset.DatasetView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about dataset versions. */
@Command(
        name = "dataset",
        description = "Shows dataset versions that the site knows.",
        subcommands = {DatasetListCommand.class, DatasetShowCommand.class})
public final class DatasetCommand extends VerbGroup {
    @Command(
            name = "confirm",
            footer =
                    "bdm-client dataset confirm CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803",
            description = {
                "Confirms that the listed files are the whole version.",
                "Needed when claims disagree about its files or bytes, or when it has far fewer than the version it"
                        + " replaces;",
                "'attention' lists such versions. Holds until something else is listed or announced.",
                "Example: bdm-client dataset confirm"
                        + " CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20200101"
            })
    ExitCode confirm(
            @Parameters(paramLabel = "DATASET", description = "Its instance id, with version.") String instanceId) {
        DatasetView seen = api().replicaSet(instanceId).dataset();
        return shown(
                api().replication().confirm(seen.instanceId(), new ConfirmExtent(seen.files(), seen.bytes())),
                confirmed -> terminal()
                        .message("confirmed: " + confirmed.instanceId() + " has " + Plural.of(confirmed.files(), "file")
                                + ", " + confirmed.bytes() + " bytes"));
    }

    @Command(
            name = "events",
            footer = "bdm-client dataset events messages.jsonl --index west",
            description = {
                "Reads events of ESGF-NG from a file.",
                "One message to a line. Reading them again changes nothing. Exit 1 when a message cannot be read."
            })
    ExitCode events(
            @Parameters(paramLabel = "FILE|-", description = "Messages as JSON; - reads the input.") String file,
            @Option(
                            names = "--index",
                            paramLabel = "NAME",
                            defaultValue = "events",
                            description = "The index that the messages belong to; default: events.")
                    String index,
            @Option(names = "--all", description = "Also datasets of which the site knows no version.") boolean all) {
        try (InputStream input = opened(file)) {
            CatalogEventsView events = api().replication().catalogEvents(() -> input, index, all ? "all" : "known");
            shown(events, this::taken);
            return events.refused() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void taken(CatalogEventsView events) {
        terminal().line("messages       " + events.messages());
        terminal().line("accepted       " + events.taken() + " events");
        terminal().line("skipped        " + events.passedOver());
        terminal().line("unresolved     " + events.notRead());
        terminal().line("refused        " + events.refused());
        if (events.troubles().isEmpty()) return;
        Table table = new Table(">LINE", "~REASON");
        events.troubles().forEach(line -> table.row(String.valueOf(line.line()), line.reason()));
        terminal().table(table);
    }
}
