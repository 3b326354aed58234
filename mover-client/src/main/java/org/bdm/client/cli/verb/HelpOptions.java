package org.bdm.client.cli.verb;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Help options of every verb and every group of verbs. A verb with a {@code -h} of its own keeps it. */
public final class HelpOptions {
    private static final String MIXIN = "helpOptions";

    static void addTo(CommandSpec spec) {
        CommandSpec help = CommandSpec.forAnnotatedObject(new HelpOptions());
        if (spec.optionsMap().containsKey("-h")) {
            OptionSpec longOnly = OptionSpec.builder(help.findOption("--help"))
                    .names("--help")
                    .build();
            help = CommandSpec.create().addOption(longOnly).addOption(help.findOption("--version"));
        }
        spec.addMixin(MIXIN, help);
    }

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;
}
