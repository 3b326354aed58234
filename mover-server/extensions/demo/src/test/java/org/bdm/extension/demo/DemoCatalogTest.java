package org.bdm.extension.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.bdm.server.demo.DemoSettings;
import org.bdm.server.demo.DemoSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made depends on the parameters alone. */
class DemoCatalogTest {
    private static final Instant NOW = Instant.parse("2026-11-26T08:00:00Z");
    private static final NodeId NODE = new NodeId("ab".repeat(32));

    @TempDir
    Path directory;

    private Map<String, List<String>> rows(String home, long seed) throws Exception {
        Path in = Files.createDirectories(directory.resolve(home));
        CatalogLocation location = CatalogLocation.below(in);
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        CatalogSettings opening = new CatalogSettings(NODE, clock, fatal -> {});
        DemoCatalog.make(in, location, opening, new DemoSettings(new DemoSize(2_000, 400), seed, NOW, "dkrz"));
        // It writes past the repositories, so also into the tables by which holdings are found.
        assertThat(CatalogCheck.check(location).problems()).noneMatch(problem -> problem.startsWith("holdings"));
        return dumped(location);
    }

    /** The rows of each table as SQL, without those that tell when and by whom the tables were made. */
    private static Map<String, List<String>> dumped(CatalogLocation location) throws SQLException {
        Map<String, List<String>> rows = new TreeMap<>();
        try (Connection database = DriverManager.getConnection(location.jdbcUrl(), location.user(), "");
                Statement statement = database.createStatement();
                ResultSet lines = statement.executeQuery("SCRIPT SIMPLE NOPASSWORDS NOSETTINGS")) {
            while (lines.next()) {
                String line = lines.getString(1);
                if (!line.startsWith("INSERT INTO")) continue;
                String table = line.substring(0, line.indexOf("VALUES"));
                if (table.contains("flyway_schema_history") || table.contains("OWN_SITE")) continue;
                rows.computeIfAbsent(table, unused -> new ArrayList<>()).add(line);
            }
        }
        return rows;
    }

    @Test
    void theSameSeedAndClockMakeTheSameRows() throws Exception {
        Map<String, List<String>> first = rows("first", 7);
        assertThat(first).hasSizeGreaterThan(40);
        Map<String, List<String>> second = rows("second", 7);
        assertThat(second.keySet()).isEqualTo(first.keySet());
        first.forEach((table, lines) ->
                assertThat(second.get(table).equals(lines)).as(table).isTrue());
        Map<String, List<String>> other = rows("other", 8);
        assertThat(other.keySet()).isEqualTo(first.keySet());
        assertThat(other.equals(first)).isFalse();
    }
}
