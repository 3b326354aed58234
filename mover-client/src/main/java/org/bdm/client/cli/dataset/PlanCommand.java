package org.bdm.client.cli.dataset;

import org.bdm.client.cli.job.PlanSheet;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what 'replicate' would transfer. */
@Command(
        name = "plan",
        footer =
                "bdm-client plan CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803 bdm://south/in",
        description = {
            "Shows what 'replicate' would transfer.",
            "Files and bytes still to transfer, files without a source, what each node offers, what an index could not"
                    + " answer. Changes nothing.",
            "Exits as 'replicate' would: 8 if an index did not answer in full, 5 if no index knows the dataset.",
            "For 'submit' use 'submit --dry-run'."
        })
public final class PlanCommand extends Verb {
    @Mixin
    final ReplicaArguments arguments = new ReplicaArguments();

    @Override
    protected ExitCode run() {
        return new PlanSheet(api(), pacer(), terminal(), json()).show(api().startPlan(arguments.message(this)));
    }
}
