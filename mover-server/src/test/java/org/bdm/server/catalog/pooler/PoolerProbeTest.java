package org.bdm.server.catalog.pooler;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Poolers between the server and PostgreSQL, played by what they make of connections. */
class PoolerProbeTest {
    private final CatalogLocation location = TestDatabase.POSTGRESQL.empty();
    private final DriverManagerDataSource plain =
            new DriverManagerDataSource(location.jdbcUrl(), location.user(), "postgres");

    private static void probe(DataSource database) {
        try {
            new PoolerProbe(database).refuseUnsafe();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertRefused(DataSource database, String... words) {
        assertThatThrownBy(() -> probe(database))
                .isInstanceOfSatisfying(MoverException.class, error -> {
                    if (error.code() != ErrorCode.CATALOG_UNSAFE) throw new AssertionError(error.code());
                })
                .hasMessageContainingAll(words);
    }

    @Test
    @Tag("P5")
    void postgreSqlItselfAndAPoolerOfSessionsAreTaken() {
        assertThatCode(() -> probe(plain)).doesNotThrowAnyException();
    }

    /** As with PgBouncer, which gives the server that the last transaction left to the next one. */
    @Test
    @Tag("P5")
    void aPoolerOfTransactionsIsRefusedByItsName() throws SQLException {
        try (Connection only = plain.getConnection()) {
            assertRefused(new SingleConnectionDataSource(only, true), "PgBouncer", "pool_mode=session");
        }
    }

    /** As with PgBouncer and server_round_robin, where each statement meets another server. */
    @Test
    @Tag("P5")
    void aPoolerThatGivesServersInTurnIsRefusedToo() throws SQLException {
        try (Connection one = plain.getConnection();
                Connection two = plain.getConnection();
                Connection three = plain.getConnection()) {
            Connection[] servers = {one, two, three};
            int[] next = {0};
            assertRefused(
                    answering((connection, query) -> {
                        Statement statement = servers[next[0]++ % servers.length].createStatement();
                        return statement.executeQuery(query);
                    }),
                    "PgBouncer");
        }
    }

    private interface Answer {
        ResultSet to(Connection connection, String query) throws SQLException;
    }

    /** Connections whose questions are answered otherwise. */
    private DataSource answering(Answer answer) {
        return new AbstractDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                return connection(plain.getConnection(), answer);
            }

            @Override
            public Connection getConnection(String user, String password) throws SQLException {
                return getConnection();
            }
        };
    }

    private static Connection connection(Connection real, Answer answer) {
        return (Connection) Proxy.newProxyInstance(
                PoolerProbeTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("createStatement")) return method.invoke(real, arguments);
                    return Proxy.newProxyInstance(
                            PoolerProbeTest.class.getClassLoader(),
                            new Class<?>[] {Statement.class},
                            (statement, call, given) ->
                                    call.getName().equals("executeQuery") ? answer.to(real, (String) given[0]) : null);
                });
    }

    /** As Pgpool-II 4.3 answers, which takes these words for itself. */
    private DataSource pgpool(String balancing) {
        return answering((connection, query) -> {
            String own = query.equals("SHOW pool_version")
                    ? "SELECT '4.3.5 (tamahomeboshi)'"
                    : query.equals("PGPOOL SHOW load_balance_mode") ? "SELECT '" + balancing + "'" : query;
            return connection.createStatement().executeQuery(own);
        });
    }

    @Test
    @Tag("P10")
    void pgpoolThatBalancesReadsIsRefusedByItsNameAndWithoutBalancingTaken() {
        assertRefused(pgpool("on"), "Pgpool-II", "4.3.5", "load_balance_mode = off");
        assertThatCode(() -> probe(pgpool("off"))).doesNotThrowAnyException();
    }

    @Test
    @Tag("P10")
    void readsThatReachAStandbyAreRefusedWhateverSendsThemThere() {
        int[] opened = {0};
        DataSource balanced = answering((connection, query) -> {
            boolean isStandby = query.contains("pg_is_in_recovery") && ++opened[0] == 3;
            return connection.createStatement().executeQuery(isStandby ? "SELECT true" : query);
        });
        assertRefused(balanced, "standby", "targetServerType=primary");
    }
}
