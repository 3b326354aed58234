package org.bdm.client.e2e;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.cli.Main;
import org.bdm.client.cli.Pacer;
import org.bdm.client.cli.Surroundings;
import org.bdm.client.cli.TerminalWidths;
import org.bdm.client.demo.ServerProcess;

/**
 * Two servers as processes on loopback: {@code a} offers {@code data} to read, {@code b} owns the jobs and offers
 * {@code replica} to write. They are paired. Commands run in this process, against {@code b} unless said otherwise.
 */
final class TwoSites implements AutoCloseable {
    /** What a command wrote and how it ended. */
    record Result(int code, String out, String err) {}

    private final Path directory;
    private final ServerProcess source;
    private final ServerProcess destination;

    private TwoSites(Path directory, Map<String, String> environment) throws IOException {
        this.directory = directory;
        Files.createDirectories(sourceData());
        Files.createDirectories(destinationData());
        this.source = server("a", "data=" + sourceData() + ":ro", environment);
        this.destination = server("b", "replica=" + destinationData() + ":rw", environment);
    }

    static TwoSites paired(Path directory) throws IOException {
        return paired(directory, Map.of());
    }

    /** The environment is that of both servers, e.g. {@code BDM_JAVA_OPTS}. */
    static TwoSites paired(Path directory, Map<String, String> environment) throws IOException {
        TwoSites sites = new TwoSites(directory, environment);
        boolean paired = false;
        try {
            sites.source.start();
            sites.destination.start();
            Result added = sites.client(
                    "site",
                    "add",
                    "a",
                    sites.source.ready().url().toString(),
                    "--token-file",
                    sites.source.tokenFile().toString());
            if (added.code() != 0) throw new AssertionError("not paired: " + added);
            paired = true;
            return sites;
        } finally {
            if (!paired) sites.close();
        }
    }

    /** A server of this build that is not started yet. */
    ServerProcess server(String site, String export, Map<String, String> environment) {
        return server(site, directory.resolve(site).resolve("home"), export, environment);
    }

    static ServerProcess server(String site, Path home, String export, Map<String, String> environment) {
        Path launcher = Path.of(System.getProperty("bdm.root", ".."), "mover-server", "bin", "mover-server");
        Map<String, String> withJava = new HashMap<>(environment);
        // The same Java as the tests, whichever is first on the path.
        withJava.put("JAVA_HOME", System.getProperty("java.home"));
        withJava.putIfAbsent("BDM_JAVA_OPTS", "-Xmx384m");
        List<String> command = List.of(launcher.toAbsolutePath().normalize().toString());
        return new ServerProcess(command, home, List.of("--site", site, "--export", export), withJava);
    }

    Path sourceData() {
        return directory.resolve("a").resolve("data");
    }

    Path destinationData() {
        return directory.resolve("b").resolve("replica");
    }

    ServerProcess source() {
        return source;
    }

    ServerProcess destination() {
        return destination;
    }

    /** The REST interface of the site that owns the jobs. */
    MoverApi api() throws IOException {
        String token = Files.readString(destination.tokenFile()).strip();
        return new MoverApi(new ServerAddress(destination.ready().url(), token, null));
    }

    Result client(String... arguments) {
        return client(destination, arguments);
    }

    static Result client(ServerProcess server, String... arguments) {
        Map<String, String> environment = Map.of(
                "BDM_SERVER", server.ready().url().toString(),
                "BDM_TOKEN_FILE", server.tokenFile().toString());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Surroundings surroundings = new Surroundings(
                new PrintWriter(out),
                new PrintWriter(err),
                new ByteArrayInputStream(new byte[0]),
                environment,
                server.home(),
                new TerminalWidths(0, 0),
                Pacer.real(Clock.system(ZoneOffset.UTC)));
        int code = Main.run(surroundings, arguments);
        return new Result(code, out.toString(), err.toString());
    }

    /** Copies a directory of the source below the same name at the destination, and waits. */
    Result replicate(String name, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "submit",
                "bdm://a/data/" + name,
                "bdm://b/replica/" + name,
                "--recursive",
                "--wait",
                "--fail-on-pause"));
        arguments.addAll(List.of(options));
        return client(arguments.toArray(String[]::new));
    }

    @Override
    public void close() {
        source.close();
        destination.close();
    }
}
