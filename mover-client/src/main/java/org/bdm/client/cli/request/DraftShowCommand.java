package org.bdm.client.cli.request;

import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.core.control.request.ImportEntryView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        footer = "bdm-client draft show draft-3 --entries",
        description = "Shows a draft and the refused lines of its list.")
final class DraftShowCommand extends Verb {
    @Parameters(paramLabel = "DRAFT", description = "The id of the draft.")
    String draftId = "";

    @Option(names = "--entries", description = "List every entry with its line.")
    boolean entries;

    @Override
    protected ExitCode run() {
        if (entries && !json()) terminal().heading(String.format(Locale.ROOT, "%8s  %-8s ENTRY", "LINE", "KIND"));
        if (entries) print(api().drafts().entries(draftId), entry -> terminal().sentence("", line(entry)));
        else if (json()) terminal().json(api().drafts().draft(draftId));
        else new ListSheet(terminal()).write(api().drafts().draft(draftId));
        return ExitCode.DONE;
    }

    /** No table: a draft may have a million entries, and they are shown as they come. */
    private static String line(ImportEntryView entry) {
        String size = entry.size() == null ? "" : "  " + ByteSize.text(entry.size());
        String digests = entry.digests().stream()
                .map(digest -> "  " + digest.algorithm() + ":" + digest.value())
                .collect(Collectors.joining());
        String said = switch (entry.kind()) {
            case "FILE" -> entry.path() + size + digests + "  " + String.join(" ", entry.urls());
            case "PAIR" -> entry.source() + "  " + entry.destination() + digests;
            case "QUERY" -> query(entry);
            default -> entry.dataset() + (entry.dataNode() == null ? "" : "|" + entry.dataNode());
        };
        return String.format(
                "%8d  %-8s %s",
                entry.line(), entry.kind(), Objects.toString(said, "").stripTrailing());
    }

    private static String query(ImportEntryView entry) {
        StringBuilder said = new StringBuilder();
        entry.facets()
                .forEach((name, values) -> said.append(name)
                        .append('=')
                        .append(String.join(",", values))
                        .append(' '));
        entry.excluded()
                .forEach((name, values) -> said.append(name)
                        .append("!=")
                        .append(String.join(",", values))
                        .append(' '));
        if (!entry.values().isEmpty())
            said.append(String.join(",", entry.values())).append(' ');
        entry.settings()
                .forEach((name, value) ->
                        said.append(name).append('=').append(value).append(' '));
        return said.toString();
    }
}
