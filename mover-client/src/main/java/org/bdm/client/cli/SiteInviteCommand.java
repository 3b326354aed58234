package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.CreateInvitation;
import org.bdm.core.control.InvitationView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "invite",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Creates a one-time pairing code and prints it alone.")
final class SiteInviteCommand extends Verb {
    @Parameters(paramLabel = "NAME", description = "The site that is invited.")
    String name = "";

    @Option(names = "--read", paramLabel = "EXPORT[/prefix]", description = "It may read this; may be repeated.")
    List<String> read = new ArrayList<>();

    @Option(
            names = "--write",
            hidden = true,
            paramLabel = "EXPORT[/prefix]",
            description = "It may write this; may be repeated.")
    List<String> write = new ArrayList<>();

    @Override
    ExitCode run() {
        InvitationView invitation = api().invite(new CreateInvitation(name, read, write));
        if (json()) {
            terminal().json(invitation);
            return ExitCode.DONE;
        }
        terminal().line(invitation.codeOfNew());
        terminal()
                .message("valid once, until " + TimeText.moment(invitation.expiresAt(), zone())
                        + "; at the other site: bdm-client site add NAME CODE");
        return ExitCode.DONE;
    }
}
