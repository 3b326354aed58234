package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.cli.CommandRun.Result;
import org.bdm.core.fault.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpOfCodesTest {
    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCodeIsExplainedByNameAndByNumber(ErrorCode code) {
        Result byName = new CommandRun().run("help", code.name());
        assertThat(byName.code()).isZero();
        assertThat(byName.out())
                .contains(
                        code + " (" + code.number() + ", " + code.kind() + ")",
                        code.kind().consequence(),
                        code.advice());
        assertThat(new CommandRun().run("help", String.valueOf(code.number())).out())
                .isEqualTo(byName.out());
    }

    @Test
    void scriptsGetAnObject() {
        assertThat(new CommandRun().run("help", "NO_SPACE", "--json").out())
                .contains("\"code\":\"NO_SPACE\"", "\"kind\":\"NEEDS_PERSON\"", "\"advice\":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_SUCH_CODE", "no_space", "7"})
    void wordThatIsNeitherVerbNorCodeIsRefused(String word) {
        Result refused = new CommandRun().run("help", word);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("no such verb: '" + word + "'");
    }
}
