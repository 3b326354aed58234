package org.bdm.client.cli.verb;

import picocli.CommandLine.Option;

/** What every verb and every group of verbs understands. */
public final class HelpOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print version information and exit.")
    boolean version;
}
