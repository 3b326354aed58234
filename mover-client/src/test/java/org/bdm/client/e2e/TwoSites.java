package org.bdm.client.e2e;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
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
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.cli.verb.Surroundings;
import org.bdm.client.cli.verb.TerminalWidths;
import org.bdm.client.demo.ServerProcess;

/**
 * Two servers as processes on loopback: {@code a} offers {@code data} to read, {@code b} owns the jobs and offers
 * {@code replica} to write. They are paired. Commands run in this process, against {@code b} unless said otherwise.
 */
final class TwoSites implements AutoCloseable {
    /** What a command wrote and how it ended. */
    record Result(int code, String out, String err) {}

    private final SiteSetup setup;
    private final ServerProcess source;
    private final ServerProcess destination;
    /** Of both exports, with a slash at its end; empty for the exports themselves. */
    private final String below;

    private TwoSites(SiteSetup setup) throws IOException {
        this.setup = setup;
        this.below = "";
        Files.createDirectories(sourceData());
        Files.createDirectories(destinationData());
        this.source = source(setup.sourceArguments());
        List<String> arguments = with(setup.destinationArguments(), "--export", "replica=" + destinationData() + ":rw");
        this.destination = process(List.of(), "b", home("b"), arguments, setup.environment());
    }

    private TwoSites(TwoSites all, String name) throws IOException {
        this.setup = all.setup;
        this.source = all.source;
        this.destination = all.destination;
        this.below = name + "/";
        Files.createDirectories(sourceData());
        Files.createDirectories(destinationData());
    }

    /** The same sites, for trees that lie in this directory of both exports. Who has the sites closes them. */
    TwoSites below(String name) throws IOException {
        return new TwoSites(this, name);
    }

    static TwoSites paired(Path directory) throws IOException {
        return paired(SiteSetup.in(directory));
    }

    static TwoSites paired(SiteSetup setup) throws IOException {
        TwoSites sites = started(setup);
        boolean paired = false;
        try {
            Result added = sites.pair();
            if (added.code() != 0) throw new AssertionError("not paired: " + added);
            paired = true;
            return sites;
        } finally {
            if (!paired) sites.close();
        }
    }

    /** Two servers that do not know each other. */
    static TwoSites started(SiteSetup setup) throws IOException {
        TwoSites sites = new TwoSites(setup);
        boolean started = false;
        try {
            sites.source.start();
            sites.destination.start();
            started = true;
            return sites;
        } finally {
            if (!started) sites.close();
        }
    }

    /** With the token of the source, as one person who runs both does it. */
    Result pair() {
        String url = source.ready().url().toString();
        return client(
                "site", "add", "a", url, "--peer-token-file", source.tokenFile().toString());
    }

    /** The source's server, not started, with other arguments on the same home and data. */
    ServerProcess source(List<String> arguments) {
        List<String> all = with(arguments, "--export", "data=" + exportOfSource() + ":ro");
        return process(setup.sourceWrapper(), "a", home("a"), all, setup.environment());
    }

    private Path home(String site) {
        return setup.directory().resolve(site).resolve("home");
    }

    /** A server of this build that is not started yet. */
    static ServerProcess server(String site, Path home, String export, Map<String, String> environment) {
        return process(List.of(), site, home, List.of("--export", export), environment);
    }

    /** A server of this build with these arguments, that is not started yet. */
    static ServerProcess server(String site, Path home, List<String> arguments) {
        return process(List.of(), site, home, arguments, Map.of());
    }

    /** A server that is not started yet. */
    static ServerProcess process(
            List<String> wrapper, String site, Path home, List<String> arguments, Map<String, String> environment) {
        List<String> command = with(wrapper, launcher().toString());
        return new ServerProcess(command, home, with(arguments, "--site", site), withJava(environment));
    }

    /** What a launcher is started with. */
    static Map<String, String> withJava(Map<String, String> environment) {
        Map<String, String> withJava = new HashMap<>(environment);
        // The same Java as the tests, whichever is first on the path.
        withJava.put("JAVA_HOME", System.getProperty("java.home"));
        // They live for seconds: compiling them as for months would cost half of each start,
        // and a heap that begins small is collected all the time while they do.
        withJava.putIfAbsent(
                "BDM_JAVA_OPTS", "-Xmx384m -Xmn64m -XX:TieredStopAtLevel=1 -Dkeystore.pkcs12.keyPbeIterationCount=1");
        return withJava;
    }

    /** Starts a server, or a command of it, of this build; of another one with {@code -Dbdm.server.root}, the directory of its checkout. */
    static Path launcher() {
        String root = System.getProperty("bdm.server.root", System.getProperty("bdm.root", ".."));
        return Path.of(root, "mover-server", "bin", "mover-server")
                .toAbsolutePath()
                .normalize();
    }

    private static List<String> with(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all;
    }

    private Path exportOfSource() {
        return setup.directory().resolve("a").resolve("data");
    }

    Path sourceData() {
        return exportOfSource().resolve(below);
    }

    Path destinationData() {
        return setup.destinationData().resolve(below);
    }

    /** The endpoint of a tree or file in {@link #sourceData}. */
    String from(String name) {
        return "bdm://a/data/" + below + name;
    }

    /** The endpoint of a tree or file in {@link #destinationData}. */
    String to(String name) {
        return "bdm://b/replica/" + below + name;
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
        return client(environment, server.home(), arguments);
    }

    /** A command in this process, with this environment. */
    static Result client(Map<String, String> environment, Path directory, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        Surroundings surroundings = new Surroundings(
                new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)),
                out,
                new PrintWriter(err),
                new ByteArrayInputStream(new byte[0]),
                environment,
                directory,
                new TerminalWidths(0, 0),
                Pacer.real(Clock.system(ZoneOffset.UTC)));
        int code = Main.run(surroundings, arguments);
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    /** Copies a directory of the source below the same name at the destination, and waits. */
    Result replicate(String name, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("submit", from(name), to(name), "--recursive", "--wait", "--fail-on-pause"));
        arguments.addAll(List.of(options));
        return client(arguments.toArray(String[]::new));
    }

    /** As {@link #replicate}, but does not wait: the job. */
    JobLook submit(String name, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("submit", from(name), to(name), "--recursive"));
        arguments.addAll(List.of(options));
        Result result = client(arguments.toArray(String[]::new));
        if (result.code() != 0) throw new AssertionError("not submitted: " + result);
        return look(result.out().strip());
    }

    JobLook look(String job) throws IOException {
        return new JobLook(api(), job, destination::processId);
    }

    /** Work in progress of the destination: the temporary files of all jobs. */
    List<Path> partialFiles() throws IOException {
        Path work = workAreas();
        if (!Files.isDirectory(work)) return List.of();
        List<Path> partial = new ArrayList<>();
        try (DirectoryStream<Path> jobs = Files.newDirectoryStream(work)) {
            for (Path job : jobs) partial.addAll(partialFilesIn(job));
        } catch (NoSuchFileException ended) {
            return List.of();
        }
        return partial;
    }

    /** Work in progress of one job at the destination. */
    List<Path> partialFilesOf(JobLook job) throws IOException {
        return partialFilesIn(workAreas().resolve(job.id()));
    }

    private Path workAreas() {
        return setup.destinationData().resolve(".bdm");
    }

    private static List<Path> partialFilesIn(Path workArea) throws IOException {
        List<Path> partial = new ArrayList<>();
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(workArea, "*.part")) {
            parts.forEach(partial::add);
        } catch (NoSuchFileException | NotDirectoryException ended) {
            return List.of(); // the job ended meanwhile
        }
        return partial;
    }

    @Override
    public void close() {
        source.close();
        destination.close();
    }
}
