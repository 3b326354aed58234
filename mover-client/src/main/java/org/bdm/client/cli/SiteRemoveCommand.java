package org.bdm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Removes a pairing: the key and the rights of a site.")
final class SiteRemoveCommand extends Verb {
    @Parameters(paramLabel = "NAME", description = "The site.")
    String name = "";

    @Override
    ExitCode run() {
        api().removeSite(name);
        terminal().message("removed " + name);
        return ExitCode.DONE;
    }
}
