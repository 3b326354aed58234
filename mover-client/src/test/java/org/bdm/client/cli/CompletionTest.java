package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
    /** What the real command would print, in its place; it also shows how it was asked. */
    private static final String STUB = """
        bdm-client() {
            echo "$@" >>"$ASKED"
            case "$*" in
                *"__complete jobs"*) echo job-1; echo job-12 ;;
                *"__complete endpoints"*) echo bdm://b/replica/cmip6/; echo bdm://b/replica/one.nc ;;
            esac
        }
        """;

    @TempDir
    Path directory;

    /** What bash offers for these words, the last of which is being typed; a colon is a word of its own. */
    private List<String> offered(String... words) throws IOException, InterruptedException {
        Path script = directory.resolve("completion");
        Files.writeString(script, STUB + new CommandRun().run("completion").out());
        StringBuilder line = new StringBuilder(". '" + script + "'; COMP_WORDS=(bdm-client");
        for (String word : words) line.append(" '").append(word).append('\'');
        line.append("); COMP_CWORD=").append(words.length);
        line.append("; COMP_WORDBREAKS=' :='; _complete_bdm-client; printf '%s\\n' \"${COMPREPLY[@]}\"");
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", line.toString()).redirectErrorStream(true);
        bash.environment().put("ASKED", directory.resolve("asked").toString());
        Process process = bash.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().filter(word -> !word.isEmpty()).toList();
    }

    @Test
    void eachOptionHasValuesOfItsOwn() throws Exception {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "bash is not installed");
        assertThat(offered("submit", "--sync-level", "")).containsExactly("exists", "size", "mtime", "checksum");
        assertThat(offered("submit", "--verify", "")).containsExactly("stream", "readback");
        assertThat(offered("submit", "--on-conflict", "o")).containsExactly("overwrite");
        assertThat(offered("list", "--state", "p")).containsExactly("planning", "paused", "partial");
        assertThat(offered("replicate", "--reuse", "l")).containsExactly("link");
    }

    @Test
    void verbsAndOptionsAreCompletedAlsoAfterOptions() throws Exception {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "bash is not installed");
        assertThat(offered("quar")).containsExactly("quarantine");
        assertThat(offered("--server", "http", ":", "//x", "site", "inv")).containsExactly("invitations", "invite");
        assertThat(offered("list", "--sta")).containsExactly("--state");
        assertThat(offered("")).doesNotContain("__complete");
    }

    @Test
    void jobsAndPathsAreAskedOfTheServerThatTheLineNames() throws Exception {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "bash is not installed");
        assertThat(offered("--profile", "west", "pause", "job-1")).containsExactly("job-1", "job-12");
        assertThat(Files.readString(directory.resolve("asked"))).isEqualTo("--profile west __complete jobs job-1\n");
        assertThat(offered("submit", "bdm", ":", "//b/replica/o")).containsExactly("//b/replica/one.nc");
    }

    @Test
    void theHiddenVerbAnswersWordsAndKeepsSilentWithoutAServer() {
        try (FakeServer server = new FakeServer()) {
            server.on("GET /jobs", 200, Recorded.page(Recorded.job("ACTIVE")))
                    .on(
                            "GET /exports/data/entries",
                            200,
                            Recorded.page(
                                    "{\"name\":\"v1\",\"kind\":\"DIRECTORY\"}",
                                    "{\"name\":\"a.nc\",\"kind\":\"FILE\"}"));
            CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());
            assertThat(command.run("__complete", "jobs", "").out()).isEqualToNormalizingNewlines("job-7\n");
            assertThat(command.run("__complete", "endpoints", "bdm://a/data/x/v")
                            .out()
                            .lines())
                    .containsExactly("bdm://a/data/x/v1/", "bdm://a/data/x/a.nc");
        }
        CommandRun nobody = new CommandRun().environment("BDM_SERVER", "http://127.0.0.1:1");
        assertThat(nobody.run("__complete", "jobs", "")).isEqualTo(new CommandRun.Result(0, "", ""));
    }
}
