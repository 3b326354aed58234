package org.bdm.client.cli;

import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.InvitationView;
import picocli.CommandLine.Command;

@Command(
        name = "invitations",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists open invitations, without their codes.")
final class SiteInvitationsCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("INVITATION", "SITE", "MAY READ", "CREATED", "EXPIRES");
        print(api().invitations(), invitation -> row(table, invitation));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, InvitationView invitation) {
        table.row(
                invitation.id(),
                invitation.name(),
                invitation.read().isEmpty() ? "-" : String.join(",", invitation.read()),
                TimeText.moment(invitation.createdAt(), zone()),
                TimeText.moment(invitation.expiresAt(), zone()));
    }
}
