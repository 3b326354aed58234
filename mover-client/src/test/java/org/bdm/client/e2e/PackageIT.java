package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bdm.client.cli.Main;
import org.bdm.client.demo.ServerProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tarball as a user has it: unpacked or installed, with a Java and the tools of any system, without Maven and Node. */
class PackageIT {
    private static final Path TARBALL = Path.of(System.getProperty("bdm.tarball", "target/dist/mover.tar.gz"));
    private static final Path INSTALL = TARBALL.resolveSibling("install.sh");
    private static final List<String> ABSENT = List.of("mvn", "node", "npm");

    @TempDir
    static Path unpackedIn;

    /** As it was packed: a test that changes something in it takes a {@link #copy}. */
    private static Path unpacked;

    @TempDir
    Path directory;

    private Path tools;

    @BeforeAll
    static void unpack() throws IOException {
        Shell.run("tar -xzf \"$1\" -C \"$2\"", TARBALL, unpackedIn);
        unpacked = onlyFileOf(unpackedIn);
    }

    /** What the tests run sees these commands only, and no class archive of another run. */
    @BeforeEach
    void makeToolsOfAnySystem() throws IOException {
        tools = Files.createDirectories(directory.resolve("tools"));
        for (String search : System.getenv("PATH").split(":")) {
            if (!Files.isDirectory(Path.of(search))) continue;
            try (Stream<Path> commands = Files.list(Path.of(search))) {
                for (Path command : commands.toList()) {
                    Path link = tools.resolve(command.getFileName());
                    if (!ABSENT.contains(command.getFileName().toString()) && !Files.isSymbolicLink(link))
                        Files.createSymbolicLink(link, command);
                }
            }
        }
    }

    private record Result(int code, String out, String err) {}

    private Map<String, String> environment(String... more) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH",
                tools.toString(),
                "HOME",
                directory.resolve("user").toString(),
                "BDM_CLASS_ARCHIVES",
                "off",
                "BDM_JAVA_OPTS",
                "-XX:TieredStopAtLevel=1"));
        String java = System.getenv("JAVA_HOME");
        if (java != null) environment.put("JAVA_HOME", java);
        for (int i = 0; i < more.length; i += 2) environment.put(more[i], more[i + 1]);
        return environment;
    }

    private Result run(Map<String, String> environment, Object... command) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        Arrays.stream(command).map(Object::toString).toList())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        return new Result(code, Files.readString(out), Files.readString(err));
    }

    private Path copy() throws IOException {
        Shell.run("cp -a \"$1\" \"$2\"", unpacked, directory);
        return directory.resolve(unpacked.getFileName());
    }

    private ServerProcess server(Path prefix, String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("--config", prefix.resolve("conf/mover.yaml").toString(), "--site", "here"));
        all.addAll(List.of(arguments));
        return new ServerProcess(
                List.of(prefix.resolve("bin/mover-server").toString()), directory.resolve("home"), all, environment());
    }

    private Result client(Path prefix, ServerProcess server, Object... arguments) throws Exception {
        Object[] command = Stream.concat(Stream.of(prefix.resolve("bin/bdm-client")), Stream.of(arguments))
                .toArray();
        return run(
                environment(
                        "BDM_SERVER",
                        server.ready().url().toString(),
                        "BDM_TOKEN_FILE",
                        server.tokenFile().toString()),
                command);
    }

    @Test
    void theUnpackedTarballRunsACommandAndAServerWithItsConfiguration() throws Exception {
        Path tree = unpacked;
        assertThat(run(environment(), tree.resolve("bin/bdm-client"), "version").out())
                .startsWith("bdm-client ");
        assertThat(run(environment(), tree.resolve("bin/bdm-server"), "--version")
                        .out())
                .startsWith("mover-server ");
        try (ServerProcess server = server(tree)) {
            assertThat(server.start().site()).isEqualTo("here");
            assertThat(client(tree, server, "export", "list", "--json").code()).isZero();
            assertThat(server.stop()).isZero();
        }
        assertThat(tree.resolve("cache")).doesNotExist();
    }

    @Test
    void aServerWithoutItsExtensionsStartsAndSaysWhichAreMissing() throws Exception {
        Path tree = copy();
        List<String> names;
        try (Stream<Path> extensions = Files.list(tree.resolve("lib/extensions"))) {
            names = extensions.map(each -> each.getFileName().toString()).toList();
        }
        assertThat(names).contains("calendar", "demo", "host-load", "kafka", "mail", "oidc");
        Shell.run("rm -r \"$1\"/lib/extensions", tree);
        try (ServerProcess server = server(tree)) {
            server.start();
            String log = Files.readString(server.errorFile()) + Files.readString(server.outputFile());
            for (String name : names) assertThat(log).contains("the extension '" + name + "', which ");
            Result calendar = client(tree, server, "site", "maintenance", "here", "export");
            assertThat(calendar.code()).isEqualTo(8);
            assertThat(calendar.err()).contains("UNSUPPORTED", "'calendar'", "lib/extensions");
            Result mailbox = client(tree, server, "hook", "create", "ann", "mailto:ann@example.org");
            assertThat(mailbox.code()).isEqualTo(8);
            assertThat(mailbox.err()).contains("UNSUPPORTED", "target: the extension 'mail', which ");
        }
        refusesToStart(tree, "--demo-data: the extension 'demo', which ", "--demo-data", "small");
        refusesToStart(tree, "--mail-host: the extension 'mail', which ", "--mail-host", "x", "--mail-from", "a@b.org");
        String secret = Files.writeString(directory.resolve("secret"), "sesame").toString();
        String[] issuer = {
            "--oidc-issuer",
            "https://login.example.org",
            "--oidc-client-id",
            "mover",
            "--oidc-client-secret-file",
            secret,
            "--oidc-roles",
            "climate=reader",
            "--public-url",
            "https://mover.example.org"
        };
        refusesToStart(tree, "--oidc-issuer: the extension 'oidc', which ", issuer);
    }

    private void refusesToStart(Path tree, String sentence, String... options) throws Exception {
        Object home = directory.resolve("refused");
        Object[] command = Stream.concat(
                        Stream.of(tree.resolve("bin/mover-server"), "--home", home), Stream.of(options))
                .toArray();
        Result refused = run(environment(), command);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains(sentence);
    }

    @Test
    void theFirstStartMakesAnArchiveOfClassesAndLaterOnesUseIt() throws Exception {
        Path tree = copy();
        Map<String, String> environment = environment("BDM_CLASS_ARCHIVES", "");
        run(environment, tree.resolve("bin/bdm-client"), "version");
        Path archive = onlyFileOf(tree.resolve("cache"));
        assertThat(archive.getFileName().toString()).startsWith("client-").endsWith(".jsa");
        environment.put("BDM_JAVA_OPTS", "-Xlog:class+load:file=" + directory.resolve("loaded"));
        run(environment, tree.resolve("bin/bdm-client"), "version");
        assertThat(onlyFileOf(tree.resolve("cache"))).isEqualTo(archive);
        assertThat(directory.resolve("loaded"))
                .content()
                .contains("org.bdm.client.cli.Main source: shared objects file");
    }

    private static Path onlyFileOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    @Test
    void aLauncherWithoutJavaOrWithAnOldOneSaysSo() throws Exception {
        Path tree = unpacked;
        Files.deleteIfExists(tools.resolve("java"));
        Map<String, String> environment = environment();
        environment.remove("JAVA_HOME");
        for (String launcher : List.of("bin/bdm-client", "bin/mover-server")) {
            Result none = run(environment, tree.resolve(launcher), "version");
            assertThat(none.code()).isNotZero();
            assertThat(none.err()).contains("no java found; install Java 17 or newer");
        }
        Files.writeString(tools.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
        Shell.run("chmod 755 \"$1\"", tools.resolve("java"));
        Result old = run(environment, tree.resolve("bin/mover-server"));
        assertThat(old.code()).isEqualTo(1);
        assertThat(old.err()).contains("is Java 11; Java 17 or newer is needed");
    }

    @Test
    void everyVerbHasAPageAndCompletionIsUnderstoodByTheShells() throws Exception {
        Path tree = unpacked;
        for (String verb : Main.described().getSubcommands().keySet()) {
            Path page = tree.resolve("share/man/man1/bdm-client-" + verb + ".1");
            assertThat(page).content().contains(".SH NAME\nbdm\\-client\\-" + verb.replace("-", "\\-"), ".SH SYNOPSIS");
        }
        assertThat(tree.resolve("share/man/man8/mover-server.8"))
                .content()
                .contains("\\fB\\-\\-data\\-port\\fR", "mover\\-server catalog backup", ".SH EXIT STATUS");
        Path bash = tree.resolve("share/bash-completion/completions/bdm-client");
        Shell.run("bash -n \"$1\"", bash);
        String completed = Shell.run(
                "bash -c '. \"$1\"; COMP_WORDS=(bdm-client quar); COMP_CWORD=1; _complete_bdm-client 2>/dev/null; echo \"${COMPREPLY[@]}\"' - \"$1\"",
                bash);
        assertThat(completed).isEqualTo("quarantine\n");
        assertThat(tree.resolve("share/zsh/site-functions/_bdm-client"))
                .content()
                .startsWith("#compdef bdm-client\n");
    }

    @Test
    void whatIsInsideIsListed() throws Exception {
        Path made = Path.of(System.getProperty("bdm.root"), "mover-server/target/classes/META-INF/sbom");
        assumeTrue(Files.isDirectory(made), "the lists of parts are made by builds that may use the network");
        Path sbom = unpacked.resolve("share/sbom");
        assertThat(sbom.resolve("mover-server.cdx.json")).content().contains("\"CycloneDX\"", "netty-buffer");
        assertThat(sbom.resolve("mover-client.cdx.json")).content().contains("\"CycloneDX\"", "picocli");
    }

    @Test
    void anUpgradeUnderARunningServerKeepsJobsAndConfiguration() throws Exception {
        Path prefix = directory.resolve("prefix");
        assertThat(run(environment(), INSTALL, "--prefix", prefix, TARBALL).code())
                .isZero();
        Path configuration = prefix.resolve("conf/mover.yaml");
        String mine = Files.readString(configuration).replace("  #keep-streams: 60", "  keep-streams: 30");
        Files.writeString(configuration, mine);
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.writeString(data.resolve("file"), "bytes");
        Path in = Files.createDirectories(directory.resolve("in"));
        try (ServerProcess server = server(prefix, "--export", "data=" + data, "--export", "in=" + in + ":rw")) {
            server.start();
            Result job = client(prefix, server, "submit", "bdm://here/data/file", "bdm://here/in/file", "--wait");
            assertThat(job.code()).as(job.err()).isZero();

            Path newer = newerBuild();
            Result upgrade = run(environment(), INSTALL, "--prefix", prefix, newer);
            assertThat(upgrade.code()).as(upgrade.err()).isZero();
            assertThat(upgrade.out()).contains("upgraded from: versions/mover-");
            assertThat(configuration).hasContent(mine);
            assertThat(prefix.resolve("conf/mover.yaml.new")).content().contains("of a newer version");

            // The old server works on, with commands of the new build.
            Result second = client(prefix, server, "submit", "bdm://here/data/file", "bdm://here/in/other", "--wait");
            assertThat(second.code()).as(second.err()).isZero();
            assertThat(server.stop()).isZero();
            server.start();
            assertThat(client(prefix, server, "list", "--json").out()).contains("job-1", "job-2");
            assertThat(prefix.resolve("current/lib/BUILD")).content().contains("build=newer");
        }
    }

    /** The tarball of the same version with another build number and another configuration, and its checksum. */
    private Path newerBuild() throws IOException {
        Path tree = copy();
        Files.writeString(tree.resolve("lib/BUILD"), "version=0\nbuild=newer\n");
        Path configuration = tree.resolve("conf/mover.yaml");
        Files.writeString(configuration, Files.readString(configuration) + "\n# of a newer version\n");
        Path newer = Files.createDirectories(directory.resolve("newer")).resolve(TARBALL.getFileName());
        Shell.run("tar -cf - -C \"$1\" \"$2\" | gzip -1 >\"$3\"", directory, tree.getFileName(), newer);
        Shell.run("cd \"$1\" && sha256sum \"$2\" >\"$2.sha256\"", newer.getParent(), newer.getFileName());
        return newer;
    }

    @Test
    void aTarballThatWasChangedIsNotInstalled() throws Exception {
        Path copy = Files.copy(TARBALL, directory.resolve(TARBALL.getFileName().toString()));
        Path prefix = directory.resolve("prefix");
        Result unknown = run(environment(), INSTALL, "--prefix", prefix, copy);
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains(".sha256 to verify the tarball");
        String digest = "0".repeat(64) + "  " + copy.getFileName() + "\n";
        Files.writeString(directory.resolve(copy.getFileName() + ".sha256"), digest, StandardCharsets.UTF_8);
        Result changed = run(environment(), INSTALL, "--prefix", prefix, copy);
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.err()).contains("says " + "0".repeat(64));
        assertThat(prefix).doesNotExist();
    }
}
