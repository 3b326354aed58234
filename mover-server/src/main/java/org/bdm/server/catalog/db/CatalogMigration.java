package org.bdm.server.catalog.db;

import java.util.Arrays;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Makes the tables those of this version of the program. */
final class CatalogMigration {
    private final CatalogLocation location;
    private final DataSource connections;

    /** Over connections that may be slow: a script may take minutes. */
    CatalogMigration(CatalogLocation location, DataSource connections) {
        this.location = location;
        this.connections = connections;
    }

    /**
     * True if there is something to do.
     *
     * @throws MoverException UNSUPPORTED if a newer version of the program wrote the catalog
     */
    boolean isDue() {
        MigrationInfoService scripts = flyway().info(); // asked once: it reads every script
        refuseNewer(scripts);
        return scripts.pending().length > 0;
    }

    /**
     * Does it.
     *
     * @throws MoverException UNSUPPORTED if a newer version of the program wrote the catalog; CATALOG_DAMAGED if a script was run by halves, or
     *     is not the one that was run
     */
    void run() {
        Flyway flyway = flyway();
        MigrationInfoService scripts = flyway.info();
        refuseNewer(scripts);
        if (areAllDone(scripts)) return; // looking again would take as long as opening the catalog
        try {
            flyway.migrate();
        } catch (FlywayValidateException e) {
            throw new MoverException(
                    ErrorCode.CATALOG_DAMAGED,
                    "an upgrade of the catalog " + location
                            + " was not finished, or its tables were made by another build of"
                            + " this program; restore the backup from before the upgrade",
                    e);
        } catch (FlywayException e) {
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(connections)
                .locations(Dialect.of(location).migrations())
                .validateMigrationNaming(true)
                .loggers("slf4j")
                .load();
    }

    /** False also when a script failed, or is not the one that was run: then Flyway says what is wrong. */
    private static boolean areAllDone(MigrationInfoService scripts) {
        return Arrays.stream(scripts.all())
                .allMatch(script -> script.getState() == MigrationState.SUCCESS && script.isChecksumMatching());
    }

    private void refuseNewer(MigrationInfoService scripts) {
        boolean isNewer = scripts.applied().length > 0
                && Arrays.stream(scripts.all())
                        .anyMatch(script -> script.getState().name().startsWith("FUTURE"));
        if (isNewer) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "the catalog " + location + " was written by a newer version of this program");
        }
    }
}
