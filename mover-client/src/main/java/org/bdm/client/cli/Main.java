package org.bdm.client.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code bdm-client}. */
@Command(name = "bdm-client", description = "Moves data between sites.", mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {

    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public Integer call() {
        CommandLine.usage(this, System.err);
        return CommandLine.ExitCode.USAGE;
    }
}
