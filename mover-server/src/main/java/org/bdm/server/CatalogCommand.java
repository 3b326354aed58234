package org.bdm.server;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.CatalogBackup;
import org.bdm.server.catalog.CatalogCheck;
import org.bdm.server.catalog.CatalogLocation;
import org.bdm.server.catalog.CatalogMove;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mover-server catalog backup|restore|check|move}: work on the catalog of a home that no server uses. */
@Command(
        name = "mover-server catalog",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Backs up, restores, checks or moves the catalog of a site.")
final class CatalogCommand {
    private static final int EXIT_PROBLEMS = 1;

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

    private CatalogCommand(Map<String, String> environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        CommandLine command = new CommandLine(new CatalogCommand(environment, out));
        command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        command.setExecutionExceptionHandler((failure, failed, result) -> {
            if (failure instanceof MoverException known) return MoverServer.refuse(known, err);
            throw failure;
        });
        return command.execute(args);
    }

    @Command(description = "Writes a backup of a catalog that no server uses.")
    int backup(@Parameters(paramLabel = "FILE.zip") Path file) {
        return offline(() -> {
            CatalogBackup.backup(location(), file);
            return told("backup written to " + file);
        });
    }

    @Command(description = "Puts a backup in the place of a catalog that is gone.")
    int restore(@Parameters(paramLabel = "FILE.zip") Path file) {
        return offline(() -> {
            CatalogBackup.restore(location(), file);
            return told("restored from " + file);
        });
    }

    @Command(description = "Reads the whole catalog and compares what must agree.")
    int check() {
        return offline(() -> {
            CatalogCheck.Findings findings = CatalogCheck.check(location());
            findings.problems().forEach(out::println);
            out.println(findings.rows() + " rows read, " + findings.problems().size() + " problems");
            return findings.problems().isEmpty() ? 0 : EXIT_PROBLEMS;
        });
    }

    @Command(description = "Copies the catalog into another database; called again it goes on.")
    int move(@Option(names = "--to", paramLabel = "JDBC-URL", required = true) String to) {
        return offline(() -> {
            long rows = CatalogMove.move(location(), located(to), out::println);
            return told(rows + " rows are in " + to + "; start the server with --catalog " + to);
        });
    }

    private int told(String text) {
        out.println(text);
        return 0;
    }

    /** Runs with the home locked, so that no server uses the catalog meanwhile. */
    private int offline(Callable<Integer> work) {
        try (HomeDirectory locked = HomeDirectory.lock(homeDirectory())) {
            return work.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new MoverException(ErrorCode.INTERNAL, "the catalog command failed: " + e, e);
        }
    }

    private Path homeDirectory() {
        ServerOptions options = new ServerOptions();
        options.home = home;
        return ServerSettings.home(options, environment);
    }

    private CatalogLocation location() {
        return catalog == null ? CatalogLocation.below(homeDirectory()) : located(catalog);
    }

    private CatalogLocation located(String url) {
        return new CatalogLocation(url, Optional.ofNullable(user).orElse("bdm"), password());
    }

    private @Nullable String password() {
        Path file = passwordFile;
        if (file == null) return environment.get("BDM_CATALOG_PASSWORD");
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "cannot read the password file " + file, e);
        }
    }
}
