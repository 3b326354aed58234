package org.bdm.client.cli;

import java.util.List;
import org.bdm.core.control.AcceptInvitation;
import org.bdm.core.control.SiteView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "rekey",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Pins the new key of a paired site, by its new code.", "Its rights stay."})
final class SiteRekeyCommand extends Verb {
    @Parameters(index = "0", paramLabel = "NAME", description = "The site.")
    String name = "";

    @Parameters(index = "1", paramLabel = "CODE", description = "Its new invitation.")
    String code = "";

    @Override
    ExitCode run() {
        SiteView site = api().rekeySite(new AcceptInvitation(name, code, List.of(), List.of()));
        if (json()) terminal().json(site);
        else terminal().message("pinned " + site.name() + " " + site.fingerprint());
        return ExitCode.DONE;
    }
}
