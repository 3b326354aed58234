package org.bdm.client.cli.dataset;

import org.bdm.client.cli.job.PlanSheet;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "plan",
        description = {
            "Shows what 'replicate' would transfer.",
            "Files and bytes to transfer after what is there, files that nobody has, what each node offers, what an"
                    + " index could not",
            "answer. Changes nothing.",
            "Ends as 'replicate' would: 8 if an index did not answer in full, 5 if nobody knows the dataset.",
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
