package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Two sites on this machine.")
final class DemoCommand extends Verb {
    @Override
    ExitCode run() {
        throw usage("not yet");
    }
}
