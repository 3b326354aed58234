package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileUpkeepTest {
    private static final int ROWS = 20_000;
    private static final int ROWS_PER_GROUP = 50;

    @TempDir
    Path directory;

    private Connection connection;

    @BeforeEach
    void fill() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:file:" + directory.resolve("catalog") + ";WRITE_DELAY=0");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET RETENTION_TIME 0"); // else 45 s would have to pass
            statement.execute("CREATE TABLE file_entry (id BIGINT PRIMARY KEY, state INT, name VARCHAR(100))");
            statement.execute("INSERT INTO file_entry SELECT X, 0, 'tas_Amon_" + "x".repeat(60)
                    + "' FROM SYSTEM_RANGE(1, " + ROWS + ")");
        }
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void deadPagesOfManySmallCommitsAreRewrittenAndNothingIsLost() throws SQLException {
        updateInGroups(0);
        assertThat(livePercent()).isLessThan(50);

        FileUpkeep upkeep = FileUpkeep.of(connection);
        boolean wasRewritten = false;
        for (int i = 0; i < 200 && livePercent() < 60; i++) {
            wasRewritten |= upkeep.rewriteSome(false);
            connection.createStatement().execute("CHECKPOINT SYNC");
            connection.commit();
        }

        assertThat(wasRewritten).isTrue();
        assertThat(livePercent()).isGreaterThanOrEqualTo(60);
        assertThat(number("SELECT COUNT(*) FROM file_entry WHERE state = 1")).isEqualTo(ROWS);
    }

    @Test
    void aFileThatIsHalfAliveIsLeftWhileMuchIsWritten() throws SQLException {
        updateInGroups(58);
        assertThat(livePercent()).isBetween(31L, 58L);

        FileUpkeep upkeep = FileUpkeep.of(connection);
        assertThat(upkeep.rewriteSome(true)).isFalse();
        assertThat(upkeep.rewriteSome(false)).isTrue();
    }

    private void updateInGroups(int livePercentMin) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE file_entry SET state = 1 WHERE id > ? AND id <= ?")) {
            for (int from = 0; from < ROWS && livePercent() > livePercentMin; from += ROWS_PER_GROUP) {
                update.setInt(1, from);
                update.setInt(2, from + ROWS_PER_GROUP);
                update.executeUpdate();
                connection.commit();
            }
        }
    }

    private long livePercent() throws SQLException {
        return number("SELECT CAST(SETTING_VALUE AS INT) FROM INFORMATION_SCHEMA.SETTINGS"
                + " WHERE SETTING_NAME = 'info.CHUNKS_FILL_RATE'");
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
