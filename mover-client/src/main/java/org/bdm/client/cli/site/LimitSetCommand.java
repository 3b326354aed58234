package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets the limit of a link, an export or a node. */
@Command(
        name = "set",
        footer = {
            "bdm-client limit set link north --max-rate-in 2Gbit/s",
            "bdm-client limit set link esgf.example.org --max-streams 4",
            "bdm-client limit set link '*' --max-rate-in 1GB/s --max-rate-out 2GB/s",
            "bdm-client limit set export disk1 --max-rate-in 400MB/s --max-active-files 4",
            "bdm-client limit set node node-3 --max-rate-out none"
        },
        description = {
            "Sets the limit of a link, an export or a node.",
            "It counts for all jobs together, and takes effect within 2 s. What is not given stays as it is.",
            "A link has the name of its other end: what comes from there is limited, or what this site sends to it."
        })
final class LimitSetCommand extends LimitVerb {
    @Parameters(paramLabel = "KIND", description = "link, export or node.")
    String kind = "";

    @Parameters(
            paramLabel = "NAME",
            description = "Site, host of a data node, or '*' for all; export; or id of a node.")
    String name = "";

    @Override
    protected ExitCode run() {
        return set(kind, name);
    }
}
