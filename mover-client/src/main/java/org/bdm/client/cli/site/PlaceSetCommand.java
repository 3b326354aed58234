package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The former verbs {@code export set} and {@code node set}: 'limit set' of the kind that the group is about. */
@Command(name = "set", hidden = true, description = "Deprecated: use 'limit set'.")
final class PlaceSetCommand extends LimitVerb {
    @Parameters(paramLabel = "NAME", description = "The export, or the id of the node.")
    String name = "";

    @Override
    protected ExitCode run() {
        String kind = spec().parent().name();
        deprecated(this, "limit set " + kind + " " + name);
        return set(kind, name);
    }
}
