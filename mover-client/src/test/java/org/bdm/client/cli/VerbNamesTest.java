package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class VerbNamesTest {
    @Test
    void eachVerbIsKnownByTheNameThatItsHelpShows() {
        assertThat(Verbs.byName())
                .allSatisfy((name, verb) ->
                        assertThat(verb.getAnnotation(Command.class).name()).isEqualTo(name));
    }

    @Test
    void onlyTheVerbsThatOccurAreRead() {
        assertThat(Verbs.asked("--server", "http://a:1", "status", "job-7").names())
                .isEqualTo(Set.of("status"));
        assertThat(Verbs.asked("ls", "search").names()).isEqualTo(Set.of("ls", "search"));
    }

    @Test
    void helpCompletionAndMisspeltVerbsSeeThemAll() {
        assertThat(Verbs.asked("submit", "--help").all()).isTrue();
        assertThat(Verbs.asked("completion").all()).isTrue();
        assertThat(Verbs.asked().all()).isTrue();
        assertThat(new CommandRun().run("reprot", "list").err())
                .contains("Did you mean")
                .contains("report");
    }
}
