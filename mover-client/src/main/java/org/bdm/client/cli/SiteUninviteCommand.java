package org.bdm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "uninvite",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Revokes an invitation that nobody has used.")
final class SiteUninviteCommand extends Verb {
    @Parameters(paramLabel = "INVITATION", description = "As 'site invitations' names it.")
    String id = "";

    @Override
    ExitCode run() {
        api().uninvite(id);
        terminal().message("the invitation " + id + " is worth nothing any more");
        return ExitCode.DONE;
    }
}
