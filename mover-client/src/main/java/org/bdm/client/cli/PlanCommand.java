package org.bdm.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows what 'replicate' would transfer.",
            "Files and bytes to transfer after what is there, files that nobody has, what each node offers, what an index could not",
            "answer. Changes nothing.",
            "Ends as 'replicate' would: 8 if an index did not answer in full, 5 if nobody knows the dataset.",
            "For 'submit' use 'submit --dry-run'."
        })
final class PlanCommand extends Verb {
    @Mixin
    final ReplicaArguments arguments = new ReplicaArguments();

    @Override
    ExitCode run() {
        return new PlanSheet(api(), pacer(), terminal(), json()).show(api().startPlan(arguments.message(this)));
    }
}
