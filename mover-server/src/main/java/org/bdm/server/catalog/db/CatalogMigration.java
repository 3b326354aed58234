package org.bdm.server.catalog.db;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

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
                .resourceProvider(Scripts.of(Dialect.of(location)))
                .javaMigrationClassProvider(List::of)
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

    /** The scripts of this program, read once in each process: Flyway looks for each of them in every jar, each time. */
    private record Scripts(List<LoadableResource> all) implements ResourceProvider {
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
            return new Scripts(List.copyOf(all));
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
