package org.bdm.client.cli.verb;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of every verb, before or after it; those after it win. */
public final class GlobalOptions {
    private static final String MIXIN = "globalOptions";

    /** Gives a verb, and every verb below it, these options and {@code --help}. */
    public static void addTo(CommandLine commandLine) {
        CommandSpec spec = commandLine.getCommandSpec();
        spec.usageMessage().sortOptions(false);
        // Not picocli's own mixin: it would have to come before the parameters of a method.
        HelpOptions.addTo(spec);
        spec.addMixin(MIXIN, CommandSpec.forAnnotatedObject(new GlobalOptions()));
        spec.subcommands().values().forEach(GlobalOptions::addTo);
    }

    /** The long names of the options that all verbs have. */
    public static Set<String> names() {
        Set<String> names = new TreeSet<>(Set.of("--help", "--version"));
        CommandSpec.forAnnotatedObject(new GlobalOptions())
                .options()
                .forEach(option -> names.add(option.longestName()));
        return names;
    }

    /** True if the command has these options, and not only verbs below it. */
    public static boolean areOf(CommandSpec command) {
        return command.mixins().containsKey(MIXIN);
    }

    /** The options after a verb, as they were parsed; of a verb below another one also those between the two. */
    static GlobalOptions of(CommandSpec verb) {
        CommandSpec mixin = verb.mixins().get(MIXIN);
        if (mixin == null) return new GlobalOptions();
        GlobalOptions own = (GlobalOptions) mixin.userObject();
        CommandSpec parent = verb.parent();
        return parent == null || !areOf(parent) ? own : own.behind(of(parent));
    }

    private GlobalOptions behind(GlobalOptions before) {
        GlobalOptions both = new GlobalOptions();
        both.server = server == null ? before.server : server;
        both.profile = profile == null ? before.profile : profile;
        both.tokenFile = tokenFile == null ? before.tokenFile : tokenFile;
        both.certificateFile = certificateFile == null ? before.certificateFile : certificateFile;
        both.json = json || before.json;
        both.quiet = quiet || before.quiet;
        both.wide = wide || before.wide;
        both.noColour = noColour || before.noColour;
        return both;
    }

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server (BDM_SERVER; default http://127.0.0.1:8470).")
    public @Nullable String server;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "A server and its token, stored by 'login' (BDM_PROFILE).")
    public @Nullable String profile;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the access token (BDM_TOKEN_FILE; default ~/.bdm/admin.token).")
    public @Nullable Path tokenFile;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "PEM file with the certificate to trust (BDM_CA_FILE).")
    public @Nullable Path certificateFile;

    @Option(names = "--json", description = "Print one JSON document, or one object a line for lists.")
    public boolean json;

    @Option(names = "--quiet", description = "Print no messages except errors.")
    public boolean quiet;

    @Option(names = "--wide", description = "Print lists in full, wider than the terminal.")
    public boolean wide;

    @Option(names = "--no-color", description = "Print no colours (NO_COLOR).")
    public boolean noColour;
}
