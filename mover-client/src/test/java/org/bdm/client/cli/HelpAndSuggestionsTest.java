package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.Test;

class HelpAndSuggestionsTest {
    @Test
    void theCommandAloneAndItsVerbHelpPrintHelp() {
        Result alone = new CommandRun().run();
        assertThat(alone.code()).isEqualTo(2);
        assertThat(alone.out()).contains("submit", "Exit codes:");
        assertThat(new CommandRun().run("help")).isEqualTo(new Result(0, alone.out(), ""));
        assertThat(new CommandRun().run("help", "site", "invite").out()).contains("bdm-client site invite", "--read");
        assertThat(new CommandRun().run("help", "nonsense").code()).isEqualTo(2);
    }

    @Test
    void aMistypedVerbIsComparedAsAWhole() {
        assertThat(new CommandRun().run("sumbit").err()).contains("no such verb: 'sumbit'", "Did you mean submit?");
        assertThat(new CommandRun().run("stauts", "job-1").err()).contains("Did you mean status?");
        assertThat(new CommandRun().run("site", "lsit").err()).contains("Did you mean list?");
        assertThat(new CommandRun().run("submit", "a", "b", "--recursiv").err()).contains("Did you mean --recursive?");
        assertThat(new CommandRun().run("qqqqqq").err()).contains("See 'bdm-client --help'.");
    }

    @Test
    void lettersInTheWrongOrderAreOneDifference() {
        assertThat(Suggestions.distance("sumbit", "submit")).isEqualTo(1);
        assertThat(Suggestions.distance("list", "list")).isZero();
        assertThat(Suggestions.distance("", "ab")).isEqualTo(2);
        assertThat(new Suggestions(List.of("submit", "site", "audit")).near("sumbit"))
                .containsExactly("submit");
    }
}
