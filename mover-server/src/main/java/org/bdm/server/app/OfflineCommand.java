package org.bdm.server.app;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogLocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** A command that works on a home while no server uses it: its options, and the lock. */
abstract class OfflineCommand {
    private final Map<String, String> environment;
    private final PrintStream out;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Home of the site.")
    @Nullable Path home;

    @Option(
            names = "--catalog",
            paramLabel = "JDBC-URL",
            scope = CommandLine.ScopeType.INHERIT,
            description = "PostgreSQL catalog (default: H2 below the home).")
    @Nullable String catalog;

    @Option(
            names = "--catalog-user",
            paramLabel = "NAME",
            scope = CommandLine.ScopeType.INHERIT,
            description = "User of the catalog database.")
    @Nullable String user;

    @Option(
            names = "--catalog-password-file",
            paramLabel = "F",
            scope = CommandLine.ScopeType.INHERIT,
            description = "File with its password (or BDM_CATALOG_PASSWORD).")
    @Nullable Path passwordFile;

    OfflineCommand(Map<String, String> environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    /** The work done while the home is locked. */
    @FunctionalInterface
    interface Work {
        int with(HomeDirectory home) throws Exception;
    }

    static int execute(OfflineCommand made, String[] args, PrintStream out, PrintStream err) {
        CommandLine command = new CommandLine(made);
        command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        command.setExecutionExceptionHandler((failure, failed, result) -> {
            if (failure instanceof MoverException known) return ServerExit.refuse(known, err);
            throw failure;
        });
        return command.execute(args);
    }

    final PrintStream out() {
        return out;
    }

    final Map<String, String> environment() {
        return environment;
    }

    final void say(String text) {
        out.println(text);
    }

    final int told(String text) {
        say(text);
        return 0;
    }

    /** Runs with the home locked, so that no server uses the catalog meanwhile. */
    final int offline(Work work) {
        try (HomeDirectory locked = HomeDirectory.lock(homeDirectory())) {
            return work.with(locked);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new MoverException(ErrorCode.INTERNAL, "the command failed: " + e, e);
        }
    }

    private Path homeDirectory() {
        ServerOptions options = new ServerOptions();
        options.home = home;
        return ServerSettings.home(options, environment);
    }

    final CatalogLocation location() {
        return catalog == null ? CatalogLocation.below(homeDirectory()) : located(catalog);
    }

    final CatalogLocation located(String url) {
        return new CatalogLocation(
                url, Optional.ofNullable(user).orElse("bdm"), CatalogPassword.of(passwordFile, environment));
    }
}
