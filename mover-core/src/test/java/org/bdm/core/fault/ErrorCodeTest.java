package org.bdm.core.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
    @Test
    void docsListEveryCodeWithItsNumberKindAndAdvice() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "errors.md"));
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(lines)
                    .contains(
                            "| `" + code + "` | " + code.number() + " | " + code.kind() + " | " + code.advice() + " |");
        }
        assertThat(lines.stream().filter(line -> line.matches("\\| `[A-Z_]+` \\| \\d+ \\|.*")))
                .hasSize(ErrorCode.values().length);
    }

    @Test
    void docsSayOfEveryKindWhatTheProgramDoes() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "errors.md"));
        for (ErrorKind kind : ErrorKind.values()) {
            assertThat(lines).contains("| `" + kind + "` | " + kind.consequence() + " |");
        }
    }

    @Test
    void docsAreInTheOrderOfTheNumbers() throws Exception {
        List<Integer> numbers = Files.readAllLines(Path.of("..", "docs", "errors.md")).stream()
                .filter(line -> line.matches("\\| `[A-Z_]+` \\| \\d+ \\|.*"))
                .map(line -> Integer.valueOf(line.split("\\|")[2].strip()))
                .toList();
        assertThat(numbers).isSorted();
    }

    @Test
    void numbersAreUniqueAndFoundAgain() {
        Set<Integer> numbers = new HashSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(numbers.add(code.number())).as(code.name()).isTrue();
            assertThat(ErrorCode.ofNumber(code.number())).contains(code);
        }
        assertThat(ErrorCode.ofNumber(1)).isEmpty();
    }

    @Test
    void sentenceSaysWhatAndWhatNext() {
        MoverException error = new MoverException(ErrorCode.NO_SPACE, "export data: 10 bytes needed, 5 free");
        assertThat(error.sentence()).isEqualTo("export data: 10 bytes needed, 5 free. " + ErrorCode.NO_SPACE.advice());
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::advice)).allMatch(text -> text.endsWith("."));
    }
}
