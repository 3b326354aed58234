package org.bdm.client.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A verb that needs another one after it. */
@Command
abstract class VerbGroup implements Callable<Integer> {
    @Spec
    @Nullable CommandSpec spec;

    @Override
    public final Integer call() {
        if (spec == null) throw new IllegalStateException("not called through picocli");
        String verbs = String.join(", ", spec.subcommands().keySet());
        throw new ParameterException(spec.commandLine(), "one of these must follow: " + verbs);
    }
}
