package org.bdm.client.e2e;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL of a test, as a process that can die and come back. */
final class Postgres implements AutoCloseable {
    private final Path data;
    private final EmbeddedPostgres first;
    private Process again;

    /** Starts it with this directory for its data, on loopback. */
    Postgres(Path data) throws IOException {
        this(data, List.of("127.0.0.1"), null);
    }

    /**
     * Starts it with this directory for its data.
     *
     * @param addresses of this machine, at which it listens for their whole networks
     * @param certificate for TLS; null for none
     */
    Postgres(Path data, List<String> addresses, @Nullable Certificate certificate) throws IOException {
        this.data = data;
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setServerConfig("listen_addresses", String.join(",", addresses))
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "200");
        if (certificate != null) {
            builder.setServerConfig("ssl", "on")
                    .setServerConfig("ssl_cert_file", certificate.chain().toString())
                    .setServerConfig("ssl_key_file", certificate.key().toString());
        }
        this.first = builder.start();
        StringBuilder lines = new StringBuilder();
        for (String address : addresses)
            lines.append("\nhost all all ").append(address).append("/24 trust");
        Files.writeString(data.resolve("pg_hba.conf"), lines + "\n", StandardOpenOption.APPEND);
        execute("SELECT pg_reload_conf()");
    }

    int port() {
        return first.getPort();
    }

    static String url(String host, int port, String database) {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    /** Makes a further database. */
    void create(String database) throws IOException {
        execute("CREATE DATABASE " + database);
    }

    private void execute(String statement) throws IOException {
        try (Connection connection = connected("postgres");
                Statement run = connection.createStatement()) {
            run.execute(statement);
        } catch (SQLException e) {
            throw new IOException(statement, e);
        }
    }

    private Connection connected(String database) throws SQLException {
        return DriverManager.getConnection(url("127.0.0.1", port(), database), "postgres", "postgres");
    }

    /** As {@code pg_ctl restart -m immediate}: no transaction is ended, all connections break, the log is replayed. */
    void restartAtOnce() throws IOException {
        long process = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        List<String> command = new ArrayList<>();
        // PostgreSQL does not run as root: as its first start, in a name space in which it is somebody else.
        if (System.getProperty("user.name").equals("root")) command.addAll(List.of("unshare", "-U"));
        String line = Files.readString(Path.of("/proc/" + process + "/cmdline"), StandardCharsets.UTF_8);
        command.addAll(
                Arrays.stream(line.split("\0")).filter(word -> !word.isEmpty()).toList());
        String program =
                Files.readSymbolicLink(Path.of("/proc/" + process + "/exe")).toString();
        command.set(command.size() - words(line), program);
        Shell.run("kill -QUIT \"$1\"", process);
        JobLook.awaitThat(
                "the end of PostgreSQL",
                Duration.ofSeconds(30),
                () -> ProcessHandle.of(process).isEmpty());
        again = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        data.resolveSibling(data.getFileName() + ".again").toFile())
                .start();
        JobLook.awaitThat("PostgreSQL again", Duration.ofSeconds(60), this::answers);
    }

    private static int words(String line) {
        return (int)
                Arrays.stream(line.split("\0")).filter(word -> !word.isEmpty()).count();
    }

    private boolean answers() {
        try {
            return number("SELECT 1") == 1;
        } catch (SQLException e) {
            return false;
        }
    }

    long number(String query) throws SQLException {
        return number("postgres", query);
    }

    /** The only number of the only row of an answer. */
    long number(String database, String query) throws SQLException {
        try (Connection connection = connected(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws IOException {
        if (again != null) {
            again.descendants().forEach(ProcessHandle::destroyForcibly);
            again.destroyForcibly();
            try {
                again.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return;
        }
        first.close();
    }
}
