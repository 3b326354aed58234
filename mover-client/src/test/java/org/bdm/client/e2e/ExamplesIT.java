package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bdm.client.demo.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of docs/examples do what they say: a tree over REST, and what a refusal and a failed file look like. */
@ExtendWith(SharedSites.class)
class ExamplesIT {
    private static final Path ROOT = Path.of(System.getProperty("bdm.root", ".."));

    @TempDir
    Path directory;

    private final TwoSites sites;

    ExamplesIT(TwoSites sites) {
        this.sites = sites;
    }

    private void replicate(String interpreter, String script) throws Exception {
        assumeTrue(isInstalled(interpreter), interpreter + " is not installed");
        Path data = Files.createDirectories(sites.sourceData().resolve(script));
        Files.writeString(data.resolve("one"), "1");
        Files.writeString(data.resolve("two"), "22");
        assertThat(run(script, sites.from(script), sites.to(script))).isZero();
        assertThat(sites.destinationData().resolve(script).resolve("two")).hasContent("22");
        assertThat(run(script, sites.from("absent"), sites.to("absent-" + script)))
                .isEqualTo(1);
        assertThat(run(script, "bdm://b/nothing/tree", sites.to(script))).isEqualTo(8);
        assertThat(directory.resolve("err")).content().contains("UNKNOWN_EXPORT");
    }

    private int run(String script, String source, String destination) throws Exception {
        ServerProcess server = sites.destination();
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
