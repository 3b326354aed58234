package org.bdm.client.cli.dataset;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.PasswordInput;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.core.control.dataset.CarrierLoginView;
import org.bdm.core.control.dataset.FinishCarrierLogin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about other movers. */
@Command(name = "carrier", description = "Lists other movers ('handover'), and logs them in.")
public final class CarrierCommand extends VerbGroup {
    @Command(
            name = "list",
            footer = "bdm-client carrier list",
            description = "Lists the carriers of the server, and where they write.")
    ExitCode list() {
        Table table = new Table("/CARRIER", "EXPORT", "DIRECTORY", "LOGIN");
        return listed(
                table,
                api().replication().carriers(),
                one -> table.row(
                        one.name(),
                        one.export(),
                        one.directory(),
                        one.takesLogin() ? "carrier login " + one.name() : ""));
    }

    @Command(
            name = "login",
            footer = "bdm-client carrier login globus",
            description = {
                "Lets a carrier use your account at Globus.",
                "Prints an address to open, and takes the code that it gives. The server keeps a refresh token in the"
                        + " token-file of the carrier."
            })
    ExitCode login(@Parameters(paramLabel = "CARRIER", description = "The carrier, from 'carrier list'.") String name) {
        CarrierLoginView begun = api().replication().beginCarrierLogin(name);
        terminal().line(begun.page());
        String code = new PasswordInput(this).of(null, "Code: ");
        api().replication().finishCarrierLogin(name, new FinishCarrierLogin(begun.attempt(), code));
        terminal().message("carrier " + name + " is logged in");
        return ExitCode.DONE;
    }
}
