package org.bdm.client.cli.site;

import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.CreateHook;
import org.bdm.core.control.site.HookTrial;
import org.bdm.core.control.site.HookView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about hooks. */
@Command(name = "hook", description = "Tells a web address, a program or a mailbox what happens.")
public final class HookCommand extends VerbGroup {
    @Command(
            name = "create",
            footer = {
                "bdm-client hook create night https://flow.example.org/bdm --event SUCCEEDED",
                "bdm-client hook create ann mailto:ann@example.org --label tas",
                "bdm-client hook create publish command:publish"
            },
            description = {
                "Creates a hook; prints the secret of its signature once.",
                "It receives what happens from now on, in order and at least once."
            })
    ExitCode create(
            @Parameters(paramLabel = "NAME", description = "The name of the hook.") String name,
            @Parameters(
                            paramLabel = "TARGET",
                            description =
                                    "https://HOST/PATH, command:NAME of the server's settings, or mailto:ADDRESS.")
                    String target,
            @Option(
                            names = "--event",
                            paramLabel = "KIND",
                            split = ",",
                            description = "Kind of events, or '*'; may be repeated. Default: ends of jobs, and pauses.")
                    @Nullable List<String> events,
            @Option(
                            names = "--label",
                            paramLabel = "PREFIX",
                            description = "Only events of jobs whose label begins with this.")
                    @Nullable String label) {
        return shown(api().hooks().create(new CreateHook(name, target, events, label)), this::created);
    }

    private void created(HookView hook) {
        if (hook.secret() != null) terminal().line(hook.secret());
        terminal().message("hook " + hook.name() + " receives " + String.join(", ", hook.events()));
    }

    @Command(name = "list", footer = "bdm-client hook list", description = "Lists the hooks and their last failure.")
    ExitCode list() {
        Table table = new Table("/HOOK", "~TARGET", "~EVENTS", "?DELIVERED", "?NEXT TRY", "~FAILURE");
        return listed(
                table,
                api().hooks().hooks(),
                hook -> table.row(
                        hook.name(),
                        hook.target(),
                        String.join(",", hook.events()) + (hook.labelStart() == null ? "" : " of " + hook.labelStart()),
                        TimeText.moment(hook.deliveredAt(), zone()),
                        TimeText.moment(hook.nextAt(), zone()),
                        hook.failure() == null ? "-" : Plural.of(hook.failures(), "failure") + ": " + hook.failure()));
    }

    @Command(
            name = "test",
            footer = "bdm-client hook test night",
            description = "Delivers a test event; exit code 1 if it does not arrive.")
    ExitCode test(@Parameters(paramLabel = "NAME", description = "The hook.") String name) {
        HookTrial trial = api().hooks().test(name);
        ExitCode shown = shown(
                trial,
                tried -> terminal()
                        .line(tried.arrived() ? "the test arrived" : "the test did not arrive: " + tried.failure()));
        return trial.arrived() ? shown : ExitCode.FILES_FAILED;
    }

    @Command(name = "remove", footer = "bdm-client hook remove night", description = "Removes a hook.")
    ExitCode remove(@Parameters(paramLabel = "NAME", description = "The hook.") String name) {
        api().hooks().remove(name);
        terminal().message("removed hook " + name);
        return ExitCode.DONE;
    }
}
