package org.bdm.server.app;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.server.extension.Extensions;
import org.bdm.server.logging.LogFormat;
import org.bdm.server.outgoing.OutgoingClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Runs one site: its catalog, REST API, web UI and data port. */
public final class MoverServer {
    private static final int OPTIONS_WIDTH = 34;

    private MoverServer() {}

    /** Starts the server and stays; ends with 1 if it refuses to start, with 2 for wrong options. */
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(new UncaughtErrors(System.err, Runtime.getRuntime()::halt));
        int code = run(args, System.getenv(), System.out, System.err);
        if (code >= 0) System.exit(code);
    }

    /** Negative if the server runs now. */
    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        if (args.length > 0 && args[0].equals("catalog")) {
            return CatalogCommand.run(Arrays.copyOfRange(args, 1, args.length), environment, out, err);
        }
        if (args.length > 0 && args[0].equals("token")) {
            return OfflineTokenCommand.run(Arrays.copyOfRange(args, 1, args.length), environment, out, err);
        }
        return serve(asked(args), environment, out, err);
    }

    /** Help and the version, as people ask other programs for them. */
    private static String[] asked(String... args) {
        if (args.length != 1) return args;
        return switch (args[0].toLowerCase(Locale.ROOT)) {
            case "help", "-help", "-?", "/?", "?" -> new String[] {"--help"};
            case "version", "-version", "-v" -> new String[] {"--version"};
            default -> args;
        };
    }

    private static int serve(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        CommandLine command = commandLine(out);
        ServerOptions options = command.getCommand();
        try {
            command.parseArgs(args);
            if (options.config != null) {
                List<String> all =
                        new ArrayList<>(new ConfigurationFile(options.config, optionNames(command)).arguments());
                all.addAll(Arrays.asList(args));
                command = commandLine(out).setOverwrittenOptionsAllowed(true);
                options = command.getCommand();
                command.parseArgs(all.toArray(String[]::new));
            }
        } catch (CommandLine.ParameterException e) {
            err.println("mover-server: " + e.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
            err.println("Try 'mover-server --help'.");
            return ServerExit.USAGE.number();
        } catch (MoverException e) {
            return ServerExit.refuse(e, err);
        }
        if (CommandLine.printHelpIfRequested(command.getParseResult())) return 0;
        return start(options, environment, out, err);
    }

    private static CommandLine commandLine(PrintStream out) {
        CommandLine command =
                new CommandLine(new ServerOptions()).setOut(new PrintWriter(out, true, Charset.defaultCharset()));
        command.getCommandSpec().version("mover-server " + Build.version());
        command.setUsageHelpLongOptionsMaxWidth(OPTIONS_WIDTH); // else picocli breaks the longer names in two
        return command;
    }

    private static int start(ServerOptions options, Map<String, String> environment, PrintStream out, PrintStream err) {
        try {
            ServerSettings settings = ServerSettings.of(options, environment);
            LogFormat.of(options.logFormat).use();
            System.setProperty("bdm.home", settings.home().toString());
            ProcessLimits limits = ProcessLimits.ofThisProcess();
            LoggerFactory.getLogger(MoverServer.class).info("{}", limits);
            LoggerFactory.getLogger(MoverServer.class).info("{}", settings.sizes());
            if (settings.guard().proxy().isUsed())
                LoggerFactory.getLogger(MoverServer.class)
                        .info(
                                "web requests go through a proxy: {}",
                                settings.guard().proxy());
            limits.refuseTooFew();
            Extensions extensions = Extensions.ofThisProcess();
            ExtensionPoints.say(extensions);
            OutgoingClient.allowLoginAt(settings.guard().proxy());
            RunningServer server = RunningServer.start(settings, extensions, environment);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "shutdown"));
            out.println(server.readyLine());
            out.flush();
            return -1;
        } catch (MoverException e) {
            return ServerExit.refuse(e, err);
        } catch (RuntimeException e) {
            Logger log = LoggerFactory.getLogger(MoverServer.class);
            log.error("the server did not start", e);
            err.println("mover-server: INTERNAL: the server did not start: " + e.getMessage());
            return ServerExit.REFUSED.number();
        }
    }

    /** SIGTERM is an ordinary end: the code is 0, and not the 143 that the JVM gives after its hooks. */
    private static void end(RunningServer server) {
        server.stop();
        Runtime.getRuntime().halt(ServerExit.STOPPED.number());
    }

    private static List<String> optionNames(CommandLine command) {
        List<String> names = new ArrayList<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            names.add(option.longestName().substring(2));
        }
        names.removeAll(List.of("help", "version", "config"));
        return names;
    }
}
