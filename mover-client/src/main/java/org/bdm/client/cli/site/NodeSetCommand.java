package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.core.control.link.SetPlaceLimit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets the limit of a node. */
@Command(
        name = "set",
        footer = {
            "bdm-client node set node-3 --max-rate-in 10Gbit/s --max-rate-out 10Gbit/s",
            "bdm-client node set node-3 --max-active-files 64 --max-streams 8",
            "bdm-client node set node-3 --max-rate-in none"
        },
        description = {
            "Sets the limit of a node of the site.",
            "It counts for all its jobs together, and takes effect within 2 s. What is not given stays as it is."
        })
final class NodeSetCommand extends PlaceLimitVerb {
    @Parameters(paramLabel = "NODE", description = "The id of the node, from 'node list'.")
    String id = "";

    @Option(names = "--max-streams", paramLabel = "N", description = "Streams for new sessions; none removes it.")
    @Nullable String maxStreams;

    @Override
    protected ExitCode run() {
        SetPlaceLimit wanted = wanted(maxStreams);
        if (wanted.equals(SetPlaceLimit.NOTHING))
            throw usage(
                    "nothing to set: give --max-rate-in, --max-rate-out, --max-active-files, --max-streams or --note");
        return told(api().links().limitNode(id, wanted));
    }
}
