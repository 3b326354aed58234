package org.bdm.client.cli;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;

@Command(
        name = "logout",
        footer = "bdm-client logout --profile west",
        description = {
            "Ends the token that 'login --user' stored.",
            "A token that an administrator created stays valid; 'token revoke' ends it."
        })
final class LogoutCommand extends Verb {
    @Override
    protected ExitCode run() {
        api().access().logout();
        terminal().message("logged out");
        return ExitCode.DONE;
    }
}
