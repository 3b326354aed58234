package org.bdm.client.cli.site;

import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about all limits. */
@Command(
        name = "limit",
        description = "Shows, sets and removes limits of links, exports and nodes.",
        subcommands = LimitSetCommand.class)
public final class LimitCommand extends VerbGroup {
    @Command(
            name = "list",
            footer = "bdm-client limit list",
            description = {
                "Lists the limits of links, exports and nodes.",
                "Change them with 'limit set'; 'set' has the rate of a job."
            })
    ExitCode list() {
        Table table = new Table("KIND", "/OF", ">MAX IN", ">MAX OUT", ">STREAMS", ">FILES", "~NOTE", "?SET BY");
        print(
                api().links().limits(),
                limit -> table.row(
                        limit.kind().toLowerCase(Locale.ROOT),
                        limit.name(),
                        rate(limit.maxRateInBytesPerSecond()),
                        rate(limit.maxRateOutBytesPerSecond()),
                        count(limit.maxStreams()),
                        count(limit.maxActiveFiles()),
                        limit.note().isEmpty() ? "-" : limit.note(),
                        limit.changedBy()));
        if (table.size() > 0) terminal().table(table);
        else if (!json()) terminal().message("nobody has set a limit; 'limit set' does");
        return ExitCode.DONE;
    }

    @Command(
            name = "remove",
            footer = {"bdm-client limit remove export disk1", "bdm-client limit remove link north --direction out"},
            description = "Removes the limit of a link, an export or a node.")
    ExitCode remove(
            @Parameters(paramLabel = "KIND", description = "link, export or node.") String kind,
            @Parameters(paramLabel = "NAME", description = "From 'limit list'.") String name,
            @Option(
                            names = "--direction",
                            paramLabel = "WAY",
                            description = "Only what is limited of what comes (in), or is sent (out).")
                    @Nullable String direction) {
        api().links().removeLimit(kind, name, direction);
        String what = direction == null ? "" : " in the direction " + direction;
        terminal().message("the " + kind + " " + name + " has no limit" + what);
        return ExitCode.DONE;
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
