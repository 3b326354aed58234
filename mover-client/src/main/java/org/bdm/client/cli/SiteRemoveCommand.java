package org.bdm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Ends the pairing with a site: its key and its rights are forgotten here.")
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
