package org.bdm.client.cli.holding;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.core.control.holding.ForgetHoldings;
import org.bdm.core.control.holding.ForgottenHoldings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets go of holdings of files that were removed on purpose, or whose export is gone. */
@Command(
        name = "forget",
        footer = {
            "bdm-client holdings forget bdm://south/in/CMIP6/old --reason \"removed by hand\"",
            "bdm-client holdings forget bdm://south/in/CMIP6/old --reason \"removed by hand\" --apply"
        },
        description = {
            "Forgets holdings of removed files; touches no file.",
            "Without --apply it only counts. What is forgotten stays in the history, with its digests and the reason.",
            "'repair' does not bring these files back. 'hold --scan' registers files that are still, or again, on disk."
        })
public final class HoldingsForgetCommand extends Verb {
    @Parameters(paramLabel = "PLACE|DATASET", description = "A place (bdm://SITE/EXPORT/PATH) or an instance id.")
    String what = "";

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; kept in the history.")
    String reason = "";

    @Option(names = "--apply", description = "Forget them; without it only count.")
    boolean apply;

    @Override
    protected ExitCode run() {
        boolean isPlace = what.startsWith("bdm://");
        long files = 0;
        long bytes = 0;
        @Nullable String cursor = null;
        do {
            ForgottenHoldings step = api().removal()
                    .forget(new ForgetHoldings(isPlace ? what : null, isPlace ? null : what, reason, apply, cursor));
            files += step.files();
            bytes += step.bytes();
            cursor = step.nextCursor();
        } while (cursor != null);
        if (json()) terminal().json(new ForgottenHoldings(files, bytes, null));
        else terminal().message(said(files, bytes));
        return ExitCode.DONE;
    }

    private String said(long files, long bytes) {
        String amount = Plural.of(files, "holding") + " with " + ByteSize.text(bytes);
        if (apply) return "forgot " + amount + " of " + what;
        return "would forget " + amount + " of " + what + (files == 0 ? "" : "; repeat with --apply");
    }
}
