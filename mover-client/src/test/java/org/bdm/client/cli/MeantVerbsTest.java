package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A verb of another program, or a noun alone, is answered with what works here. */
@Tag("U18")
class MeantVerbsTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private Result run(String... args) {
        return new CommandRun().environment("BDM_SERVER", server.url()).run(args);
    }

    @ParameterizedTest
    @CsvSource({
        "user add ann, create",
        "user new ann, create",
        "user rm ann, remove",
        "user del ann, remove",
        "user ls, list",
        "user edit ann, set",
        "user info ann, list",
        "site info north, show",
        "site create north, add",
        "token delete token-3, revoke",
        "export add disk1, set",
        "export info disk1, list",
        "subscribe create x, add",
        "subscribe rm sub-1, remove",
        "limit ls, list",
        "dataset info x, show",
        "scrub info, status",
        "quarantine ls, list",
        "sync a b, submit",
        "mv a b, submit",
        "rm job-1, delete",
        "get job-1, status",
        "show job-1, status",
        "info job-1, status",
        "jobs, list",
        "users, user",
        "USER list, user",
        "add user ann, user create",
        "rm token token-3, token revoke",
        "show site north, site show",
        "list users, user list",
        "list sites, site list",
        "invite north, site invite",
        "approve request-1, request approve",
    })
    void theVerbThatWasMeantIsSuggested(String given, String meant) {
        Result result = run(given.split(" "));
        assertThat(result.err()).contains("Did you mean ").containsPattern("\\b" + meant + "\\b");
        assertThat(result.code()).isEqualTo(2);
    }

    @Test
    void aWordWithoutMeaningIsAnsweredWithTheVerbs() {
        assertThat(run("user", "xyzzy").err()).contains("create, list, password, remove, set");
    }

    /** Every noun: what it lists or shows comes without a further word. */
    @Test
    void aNounAloneListsWhatItIsAbout() {
        int nouns = 0;
        for (CommandLine noun : Main.described().getSubcommands().values()) {
            List<String> verbs = List.copyOf(noun.getSubcommands().keySet());
            if (!verbs.contains("list")) continue;
            String name = noun.getCommandName();
            Result alone = run(name);
            assertThat(alone).as(name).isEqualTo(run(name, "list"));
            assertThat(alone.err()).as(name).doesNotContain("USAGE");
            nouns++;
        }
        assertThat(nouns).isGreaterThan(12);
    }

    @Test
    void theOptionsAfterANounAloneHold() {
        server.on(
                "GET /limits",
                200,
                Recorded.page("{\"kind\":\"EXPORT\",\"name\":\"in\",\"note\":\"\",\"changedBy\":\"ann\"}"));
        assertThat(run("limit").out()).contains("KIND", "export");
        assertThat(run("limit", "--json").out()).startsWith("{\"kind\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h", "-help", "-?", "/?", "--h", "HELP"})
    void helpIsFoundInAllItsSpellings(String word) {
        assertThat(run(word)).isEqualTo(run("--help"));
        assertThat(run("site", word)).as("site " + word).isEqualTo(run("site", "--help"));
        assertThat(run("submit", word)).as("submit " + word).isEqualTo(run("submit", "--help"));
        assertThat(run(word).code()).isZero();
    }

    @Test
    void helpAfterANounIsHelpOfItsVerb() {
        assertThat(run("user", "help", "create").out())
                .isEqualTo(run("user", "create", "--help").out());
        assertThat(run("help", "user", "add").err()).contains("Did you mean create?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-V", "-v", "-version", "--v"})
    void theVersionIsFoundInAllItsSpellings(String word) {
        Result result = run(word);
        assertThat(result).isEqualTo(run("--version"));
        assertThat(result.code()).isZero();
    }
}
