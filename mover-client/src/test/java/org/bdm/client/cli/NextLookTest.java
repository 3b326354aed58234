package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.fault.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class NextLookTest {
    private static Problem refusal(ErrorCode code, String advice) {
        return new Problem(
                "about:blank", "x", 409, "the detail", code.name(), code.kind().name(), advice, List.of());
    }

    private static CommandLine verb(String path) {
        CommandLine found = Main.described();
        for (String word : path.split(" ")) found = found.getSubcommands().get(word);
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "campaign cancel, ILLEGAL_STATE, bdm-client campaign show CAMPAIGN",
        "dispute accept, ILLEGAL_STATE, bdm-client dispute show DISPUTE",
        "token revoke, NOT_FOUND, bdm-client token list",
        "node resume, ILLEGAL_STATE, bdm-client node list",
    })
    void theCommandThatIsNamedCanBeTypedAsItStands(String verb, ErrorCode code, String command) {
        assertThat(NextLook.afterRefusal(refusal(code, code.advice()), verb(verb))
                        .orElseThrow())
                .endsWith("'" + command + "'.");
    }

    @Test
    void adviceOfTheServerThatSaysMoreIsKept() {
        assertThat(NextLook.afterRefusal(refusal(ErrorCode.NOT_FOUND, "Ask north."), verb("token revoke")))
                .isEmpty();
    }
}
