package org.bdm.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.bdm.client.output.Table;
import org.bdm.core.control.CatalogEventsView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads events of ESGF-NG from a file.",
            "One message to a line. Reading them again changes nothing. Exit 1 when a message cannot be read."
        })
final class DatasetEventsCommand extends Verb {
    @Parameters(paramLabel = "FILE|-", description = "Messages as JSON; - reads the input.")
    String file = "";

    @Option(
            names = "--index",
            paramLabel = "NAME",
            defaultValue = "events",
            description = "Index under whose name they are told: that of the catalog they belong to. Default: events.")
    String index = "events";

    @Option(names = "--all", description = "Also of datasets of which no version is known or held at the site.")
    boolean all;

    @Override
    ExitCode run() {
        CatalogEventsView events;
        try (InputStream input = opened(file)) {
            events = api().replication().catalogEvents(() -> input, index, all ? "all" : "known");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (json()) terminal().json(events);
        else text(events);
        return events.refused() == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private void text(CatalogEventsView events) {
        terminal().line("messages       " + events.messages());
        terminal().line("taken          " + events.taken() + " events");
        terminal().line("passed over    " + events.passedOver());
        terminal().line("not read       " + events.notRead());
        terminal().line("refused        " + events.refused());
        if (events.troubles().isEmpty()) return;
        Table table = new Table(">LINE", "REASON");
        events.troubles().forEach(line -> table.row(String.valueOf(line.line()), line.reason()));
        terminal().table(table);
    }
}
