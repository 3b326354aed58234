package org.bdm.server.catalog.tools;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogLocation;
import org.jspecify.annotations.Nullable;

/**
 * Verifies backups of H2 catalogs without restoring them: the digest beside each, the checksum in the zip, and then all that {@link CatalogCheck}
 * compares, in a copy that is deleted afterwards. The catalog of a home is not touched, and a server may use it. Blocks.
 */
final class BackupCheck {
    private static final String NOT_OPENED = "-";

    private final Path scratch;
    private final @Nullable String password;

    /**
     * With room for unpacked catalogs.
     *
     * @param scratch a directory with room for the largest catalog
     * @param password that the catalogs ask for; null for none
     */
    BackupCheck(Path scratch, @Nullable String password) {
        this.scratch = scratch;
        this.password = password;
    }

    /**
     * A backup that was verified.
     *
     * @param modified of its file
     * @param version of its tables; "-" if it could not be opened
     * @param hasSum whether a SHA-256 lies beside it
     * @param rows files of jobs that were read
     * @param problems why it is of no use; empty if it is intact
     */
    record Checked(
            Path file,
            long bytes,
            Instant modified,
            String version,
            boolean hasSum,
            Amounts amounts,
            long rows,
            List<String> problems) {
        /** Copies the list. */
        public Checked {
            problems = List.copyOf(problems);
        }

        /** True if it can be restored. */
        public boolean isIntact() {
            return problems.isEmpty();
        }
    }

    /** The contents of a catalog. */
    record Amounts(long jobs, long holdings) {
        static final Amounts NONE = new Amounts(0, 0);
    }

    /**
     * The backups of a directory, by name; a file is itself.
     *
     * @throws MoverException NOT_FOUND
     */
    static List<Path> below(Path place) throws IOException {
        if (!Files.exists(place)) throw new MoverException(ErrorCode.NOT_FOUND, "there is no " + place);
        if (!Files.isDirectory(place)) return List.of(place);
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> zips = Files.newDirectoryStream(place, "*.zip")) {
            zips.forEach(found::add);
        }
        found.sort(null);
        return found;
    }

    /** Verifies one. */
    Checked check(Path zip) throws IOException {
        boolean hasSum = BackupSum.isBeside(zip);
        Path copy = Files.createTempDirectory(scratch, "backup-check-");
        try {
            BackupSum.check(zip);
            CatalogBackup.unpack(zip, copy.resolve("catalog.mv.db"));
            return opened(zip, hasSum, copy);
        } catch (MoverException e) {
            return checked(zip, hasSum, NOT_OPENED, Amounts.NONE, 0, List.of(e.detail()));
        } finally {
            delete(copy);
        }
    }

    private Checked opened(Path zip, boolean hasSum, Path copy) throws IOException {
        CatalogLocation there =
                new CatalogLocation("jdbc:h2:file:" + copy.resolve("catalog").toAbsolutePath(), "bdm", password);
        String version = NOT_OPENED;
        Amounts amounts = Amounts.NONE;
        try (Connection connection = DriverManager.getConnection(
                        there.jdbcUrl() + ";IFEXISTS=TRUE", there.user(), password == null ? "" : password);
                Statement statement = connection.createStatement()) {
            version = text(
                    statement,
                    "SELECT \"version\" FROM \"flyway_schema_history\" WHERE \"version\" IS NOT NULL ORDER BY"
                            + " \"installed_rank\" DESC LIMIT 1");
            amounts = new Amounts(
                    Long.parseLong(text(statement, "SELECT COUNT(*) FROM job")),
                    Long.parseLong(text(statement, "SELECT COUNT(*) FROM holding")));
        } catch (SQLException e) {
            return checked(zip, hasSum, version, amounts, 0, List.of("it cannot be opened: " + firstLine(e)));
        }
        CatalogCheck.Findings findings = CatalogCheck.check(there); // upgrades the copy, as a restore does
        return checked(zip, hasSum, version, amounts, findings.rows(), findings.problems());
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : NOT_OPENED;
        }
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static Checked checked(
            Path zip, boolean hasSum, String version, Amounts amounts, long rows, List<String> problems)
            throws IOException {
        Instant modified = Files.getLastModifiedTime(zip).toInstant();
        return new Checked(zip, Files.size(zip), modified, version, hasSum, amounts, rows, problems);
    }

    private static void delete(Path directory) throws IOException {
        List<Path> left;
        try (Stream<Path> files = Files.list(directory)) {
            left = files.toList();
        }
        for (Path file : left) Files.delete(file);
        Files.delete(directory);
    }
}
