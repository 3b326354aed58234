package org.bdm.client.cli;

import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.core.control.ExportView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists the exports of the site.")
final class ExportListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("EXPORT", "SITE", "MODE", ">FREE", ">TOTAL", "STATE");
        print(api().exports(), export -> row(table, export));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private static void row(Table table, ExportView export) {
        String state = export.available() ? "available" : "missing";
        table.row(
                export.name(),
                export.site(),
                export.mode(),
                size(export.freeBytes()),
                size(export.totalBytes()),
                export.problem() == null ? state : state + ": " + export.problem());
    }

    private static String size(@Nullable Long bytes) {
        return bytes == null ? "-" : ByteSize.text(bytes);
    }
}
