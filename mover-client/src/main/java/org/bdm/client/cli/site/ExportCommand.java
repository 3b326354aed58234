package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.core.control.site.ExportView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about the trees that the site offers. */
@Command(name = "export", description = "Shows the exports of the site.", subcommands = PlaceSetCommand.class)
public final class ExportCommand extends VerbGroup {
    @Command(name = "list", footer = "bdm-client export list", description = "Lists the exports of the site.")
    ExitCode list() {
        Table table = new Table("/EXPORT", "SITE", "MODE", ">FREE", ">?TOTAL", "~STATE", "~REASON", "~PLACING");
        return listed(
                table,
                api().exports(),
                export -> table.row(
                        export.name(),
                        export.site(),
                        export.mode(),
                        size(export.freeBytes()),
                        size(export.totalBytes()),
                        state(export),
                        reason(export),
                        export.placing() == null ? "" : export.placing()));
    }

    private static String state(ExportView export) {
        ExportView.Unconfigured unconfigured = export.unconfigured();
        if (unconfigured != null) return "not configured since " + unconfigured.since();
        return export.available() ? "available" : "missing";
    }

    /** Why it is not as it was given, and what files lose there. */
    private static String reason(ExportView export) {
        String problem = export.problem();
        return problem == null ? String.join("; ", export.lost()) : problem;
    }

    @Command(name = "unset", hidden = true, description = "Deprecated: use 'limit remove export'.")
    ExitCode unset(@Parameters(paramLabel = "EXPORT", description = "Its name, from 'limit list'.") String export) {
        LimitVerb.deprecated(this, "limit remove export " + export);
        api().links().removeLimit("export", export, null);
        terminal().message("the export " + export + " has no limit");
        return ExitCode.DONE;
    }

    private static String size(@Nullable Long bytes) {
        return bytes == null ? "-" : ByteSize.text(bytes);
    }
}
