package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bdm.client.demo.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of docs/examples do what they say: a tree over REST, and what a refusal and a failed file look like. */
class ExamplesIT {
    private static final Path ROOT = Path.of(System.getProperty("bdm.root", ".."));

    @TempDir
    Path directory;

    private void replicate(String interpreter, String script) throws Exception {
        assumeTrue(isInstalled(interpreter), interpreter + " is not installed");
        Path data = Files.createDirectories(directory.resolve("data/tree"));
        Files.writeString(data.resolve("one"), "1");
        Files.writeString(data.resolve("two"), "22");
        Path in = Files.createDirectories(directory.resolve("in"));
        Path launcher = ROOT.resolve("mover-server/bin/mover-server").toAbsolutePath();
        List<String> arguments =
                List.of("--site", "a", "--export", "data=" + directory.resolve("data"), "--export", "in=" + in + ":rw");
        try (ServerProcess server = new ServerProcess(
                List.of(launcher.normalize().toString()), directory.resolve("home"), arguments, Map.of())) {
            server.start();
            assertThat(run(server, script, "bdm://a/data/tree", "bdm://a/in/tree"))
                    .isZero();
            assertThat(in.resolve("tree/two")).hasContent("22");
            assertThat(run(server, script, "bdm://a/data/absent", "bdm://a/in/absent"))
                    .isEqualTo(1);
            assertThat(run(server, script, "bdm://a/nothing/tree", "bdm://a/in/tree"))
                    .isEqualTo(8);
            assertThat(directory.resolve("err")).content().contains("UNKNOWN_EXPORT");
        }
    }

    private int run(ServerProcess server, String script, String source, String destination) throws Exception {
        Path file = ROOT.resolve("docs/examples").resolve(script);
        ProcessBuilder builder = new ProcessBuilder(file.toString(), source, destination)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("BDM_SERVER", server.ready().url().toString());
        builder.environment().put("BDM_TOKEN_FILE", server.tokenFile().toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        return builder.start().waitFor();
    }

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(search -> Files.isExecutable(Path.of(search, command)));
    }

    @Test
    void theScriptInPythonReplicatesATree() throws Exception {
        replicate("python3", "replicate.py");
    }

    @Test
    void theShellScriptReplicatesATree() throws Exception {
        replicate("curl", "replicate.sh");
    }
}
