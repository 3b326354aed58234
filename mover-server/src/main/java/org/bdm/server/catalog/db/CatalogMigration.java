package org.bdm.server.catalog.db;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

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
        if (isDone()) return false;
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
        if (isDone()) return;
        Flyway flyway = flyway();
        refuseNewer(flyway.info());
        try {
            flyway.migrate();
            execute(Dialect.of(location).afterScripts());
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
        FluentConfiguration configured = Flyway.configure()
                .dataSource(connections)
                .resourceProvider(scripts())
                .javaMigrationClassProvider(List::of)
                .validateMigrationNaming(true)
                .loggers("slf4j");
        Dialect.of(location).beforeScripts().ifPresent(configured::initSql);
        return configured.load();
    }

    private void execute(List<String> statements) {
        if (statements.isEmpty()) return;
        try (Connection connection = connections.getConnection()) {
            Statements sql = new Statements(new SingleConnectionDataSource(connection, true));
            statements.forEach(sql::execute);
        } catch (SQLException e) {
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    /** False also when a script failed, or is not the one that was run: then Flyway says what is wrong. */
    private boolean isDone() {
        try (Connection connection = connections.getConnection()) {
            return scripts().haveRunIn(new Statements(new SingleConnectionDataSource(connection, true)));
        } catch (SQLException e) {
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    private Scripts scripts() {
        return Scripts.of(Dialect.of(location));
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

    /** The scripts of this program, read once in each process: Flyway looks for each of them in every jar, each time. */
    record Scripts(List<LoadableResource> all, Map<String, Integer> checksums) implements ResourceProvider {
        private static final String HISTORY = "flyway_schema_history";
        private static final Map<Dialect, Scripts> READ = new ConcurrentHashMap<>();

        static Scripts of(Dialect dialect) {
            return READ.computeIfAbsent(dialect, Scripts::read);
        }

        private static Scripts read(Dialect dialect) {
            List<LoadableResource> all = new ArrayList<>();
            try {
                PathMatchingResourcePatternResolver found = new PathMatchingResourcePatternResolver();
                for (String location : dialect.migrations()) {
                    for (Resource script : found.getResources(location + "/*.sql")) {
                        String name = Objects.requireNonNull(script.getFilename());
                        all.add(new Script(name, script.getContentAsString(StandardCharsets.UTF_8)));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Scripts(
                    List.copyOf(all),
                    all.stream().collect(Collectors.toMap(LoadableResource::getFilename, Scripts::checksum)));
        }

        /** As Flyway sums a script: CRC-32 of its lines in UTF-8, without their ends. */
        private static int checksum(LoadableResource script) {
            CRC32 sum = new CRC32();
            ((Script) script).text.lines().forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
            return (int) sum.getValue();
        }

        /**
         * True if the catalog has run these scripts to their end, as they are, and no others, by the table that Flyway keeps. False says nothing:
         * Flyway knows what is the matter. Asked first, since Flyway takes longer to get ready than a catalog of this version takes to open.
         */
        boolean haveRunIn(Statements sql) {
            if (!CatalogInspection.isThere(sql, HISTORY)) return false;
            Map<String, Integer> run = new HashMap<>();
            sql.list(
                            "SELECT \"script\", \"checksum\" FROM \"" + HISTORY
                                    + "\" WHERE \"success\" = TRUE AND \"type\" = 'SQL' ORDER BY \"installed_rank\" LIMIT 10000",
                            (row, at) -> Map.entry(row.getString(1), row.getInt(2)))
                    .forEach(script -> run.put(script.getKey(), script.getValue()));
            String all =
                    "SELECT COUNT(*) FROM \"" + HISTORY + "\" WHERE \"installed_rank\" > 0"; // -1: the table itself
            return run.equals(checksums) && sql.number(all) == run.size();
        }

        @Override
        public @Nullable LoadableResource getResource(String name) {
            return all.stream()
                    .filter(script -> script.getFilename().equals(name))
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            return all.stream()
                    .filter(script -> script.getFilename().startsWith(prefix)
                            && Arrays.stream(suffixes).anyMatch(script.getFilename()::endsWith))
                    .toList();
        }

        private static final class Script extends LoadableResource {
            private final String name;
            private final String text;

            Script(String name, String text) {
                this.name = name;
                this.text = text;
            }

            @Override
            public Reader read() {
                return new StringReader(text);
            }

            @Override
            public String getAbsolutePath() {
                return name;
            }

            @Override
            public String getAbsolutePathOnDisk() {
                return name;
            }

            @Override
            public String getFilename() {
                return name;
            }

            @Override
            public String getRelativePath() {
                return name;
            }
        }
    }
}
