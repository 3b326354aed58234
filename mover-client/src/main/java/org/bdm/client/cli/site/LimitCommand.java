package org.bdm.client.cli.site;

import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.core.control.link.LimitView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The verbs about all limits. */
@Command(name = "limit", description = "Shows all limits that somebody set.")
public final class LimitCommand extends VerbGroup {
    @Command(
            name = "list",
            footer = "bdm-client limit list",
            description = {
                "Lists the limits of links, exports and nodes.",
                "Change them with 'link set', 'export set' and 'node set'; 'set' has the rate of a job."
            })
    ExitCode list() {
        Table table = new Table("KIND", "/OF", ">MAX IN", ">MAX OUT", ">STREAMS", ">FILES", "~NOTE", "?SET BY");
        ExitCode code = listed(
                table,
                api().links().limits(),
                limit -> table.row(
                        limit.kind().toLowerCase(Locale.ROOT),
                        of(limit),
                        rate(limit.maxRateInBytesPerSecond()),
                        rate(limit.maxRateOutBytesPerSecond()),
                        count(limit.maxStreams()),
                        count(limit.maxActiveFiles()),
                        limit.note().isEmpty() ? "-" : limit.note(),
                        limit.changedBy()));
        if (table.size() == 0 && !json())
            terminal().message("nobody has set a limit; 'link set', 'export set' and 'node set' do");
        return code;
    }

    private static String of(LimitView limit) {
        return limit.name() != null ? limit.name() : limit.source() + " to " + limit.destination();
    }

    private String rate(@Nullable Long bytesPerSecond) {
        return bytesPerSecond == null
                ? "-"
                : LimitLines.inList(bytesPerSecond, terminal().style());
    }

    private static String count(@Nullable Integer count) {
        return count == null ? "-" : String.valueOf(count);
    }
}
