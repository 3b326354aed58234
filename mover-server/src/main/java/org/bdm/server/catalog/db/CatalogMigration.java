package org.bdm.server.catalog.db;

import java.util.Arrays;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

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
        Flyway flyway = flyway();
        refuseNewer(flyway);
        return flyway.info().pending().length > 0;
    }

    /**
     * Does it.
     *
     * @throws MoverException UNSUPPORTED if a newer version of the program wrote the catalog
     */
    void run() {
        Flyway flyway = flyway();
        refuseNewer(flyway);
        try {
            flyway.migrate();
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

    private void refuseNewer(Flyway flyway) {
        boolean isNewer = flyway.info().applied().length > 0
                && Arrays.stream(flyway.info().all())
                        .anyMatch(script -> script.getState().name().startsWith("FUTURE"));
        if (isNewer) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "the catalog " + location + " was written by a newer version of this program");
        }
    }
}
