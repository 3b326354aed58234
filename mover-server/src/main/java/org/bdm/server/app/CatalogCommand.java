package org.bdm.server.app;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.bdm.core.identity.NodeKey;
import org.bdm.server.catalog.tools.BackupListing;
import org.bdm.server.catalog.tools.CatalogBackup;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.bdm.server.catalog.tools.CatalogMove;
import org.bdm.server.catalog.tools.CatalogOwner;
import org.bdm.server.catalog.tools.RestoreDisplay;
import org.bdm.server.catalog.tools.RestoreMark;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mover-server catalog backup|restore|restored|check|move|create|adopt}: work on the catalog of a home that no server uses. */
@Command(
        name = "mover-server catalog",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Works on the catalog of a home that no server uses.")
final class CatalogCommand extends OfflineCommand {
    private static final int EXIT_PROBLEMS = 1;

    private CatalogCommand(Map<String, String> environment, PrintStream out) {
        super(environment, out);
    }

    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        return execute(new CatalogCommand(environment, out), args, out, err);
    }

    @Command(description = "Writes a backup of a catalog that no server uses.")
    int backup(@Parameters(paramLabel = "FILE.zip") Path file) {
        return offline(home -> {
            CatalogBackup.backup(location(), file);
            return told("backup written to " + file);
        });
    }

    @Command(description = "Restores a lost catalog from a backup.")
    int restore(@Parameters(paramLabel = "FILE.zip") Path file) {
        return offline(home -> {
            RestoreDisplay display = new RestoreDisplay(out(), System.console() != null, System::nanoTime);
            CatalogBackup.restore(location(), file, display);
            display.end();
            return told("restored from " + file + " to " + location());
        });
    }

    @Command(description = "Marks a PostgreSQL catalog that was restored by the means of the database.")
    int restored() {
        return offline(home -> told("the catalog " + location() + " is marked as restored; its next job is job-"
                + RestoreMark.set(location())));
    }

    @Command(
            description = {
                "Reads the whole catalog and compares what must agree.",
                "With files or directories: verifies these backups, without restoring them; a server may run."
            })
    int check(
            @Parameters(
                            paramLabel = "BACKUP",
                            arity = "0..*",
                            description = "A backup (FILE.zip), or a directory of them.")
                    @Nullable List<Path> backups,
            @Option(
                            names = "--scratch",
                            paramLabel = "DIR",
                            description =
                                    "Where backups are unpacked meanwhile (default: the directory for temporary files).")
                    @Nullable Path scratch) {
        if (backups != null && !backups.isEmpty()) {
            return new BackupListing(out(), CatalogPassword.of(passwordFile, environment())).show(backups, scratch);
        }
        return offline(home -> {
            CatalogCheck.Findings findings = CatalogCheck.check(location());
            findings.problems().forEach(this::say);
            say(findings.rows() + " rows read, " + findings.problems().size() + " problems");
            return findings.problems().isEmpty() ? 0 : EXIT_PROBLEMS;
        });
    }

    @Command(description = "Copies the catalog into another database; called again, it continues.")
    int move(
            @Option(names = "--to", paramLabel = "JDBC-URL", required = true) String to,
            @Option(
                            names = "--connections",
                            paramLabel = "N",
                            defaultValue = "4",
                            description = "Connections that copy at the same time, 1 to 8 (${DEFAULT-VALUE}).")
                    int connections) {
        return offline(home -> {
            MoveDisplay display = new MoveDisplay(out(), System.console() != null, System::nanoTime);
            long rows = CatalogMove.move(
                    location(), located(to), CatalogMove.Steps.of(connections), display::show, System::nanoTime);
            display.end();
            return told(rows + " rows are in " + to + " and were compared; start the server with --catalog " + to);
        });
    }

    @Command(description = "Begins an empty catalog where the old one is lost.")
    int create() {
        return offline(home -> {
            home.requireKey();
            CatalogOwner.create(location(), key(home).node(), Clock.systemUTC());
            return told("an empty catalog is at " + location());
        });
    }

    @Command(description = "Accepts the catalog as it is and the key of the home.")
    int adopt() {
        return offline(home -> {
            boolean isNew = !Files.exists(home.nodeKey());
            CatalogOwner.requireThere(location());
            NodeKey key = key(home);
            CatalogOwner.adopt(location(), key.node(), Clock.systemUTC()).ifPresent(this::say);
            if (isNew) say("a new key was made: every paired site must accept it with 'bdm-client site rekey'");
            return told("the catalog " + location() + " belongs to node " + key.node());
        });
    }

    private static NodeKey key(HomeDirectory home) {
        return NodeKey.loadOrCreate(home.nodeKey(), Clock.systemUTC(), new SecureRandom());
    }
}
