package org.bdm.client.cli.request;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.request.ImportView;

/** Prints the content of an imported list for people. */
final class ListSheet {
    private final Terminal terminal;

    ListSheet(Terminal terminal) {
        this.terminal = terminal;
    }

    void write(ImportView list) {
        if (list.id() != null) {
            terminal.line("draft          " + list.id());
            if (!Objects.toString(list.label(), "").isEmpty()) terminal.line("label          " + list.label());
        }
        terminal.line("format         " + list.format());
        terminal.line("entries        " + list.entries());
        terminal.line("datasets       " + (list.datasetsComplete() ? "" : "more than ") + list.datasets());
        terminal.line("files          " + list.files());
        String unknown = list.filesWithoutSize() == 0
                ? ""
                : ", and " + Plural.of(list.filesWithoutSize(), "file") + " of unknown size";
        terminal.line("bytes          " + list.bytes() + " (" + ByteSize.text(list.bytes()) + ")" + unknown);
        lines("warnings", list.warnedLines(), list.warnings());
        lines("refused", list.refusedLines(), list.refused());
    }

    private void lines(String title, long number, List<ImportLineView> shown) {
        terminal.line(String.format(Locale.ROOT, "%-14s ", title) + number);
        if (shown.isEmpty()) return;
        Table table = new Table(">LINE", "REASON");
        shown.forEach(line -> table.row(String.valueOf(line.line()), line.reason()));
        terminal.table(table);
        if (number > shown.size()) terminal.message("only the first " + shown.size() + " are shown");
    }
}
