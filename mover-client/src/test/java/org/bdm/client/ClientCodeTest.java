package org.bdm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientCodeTest {
    @Test
    void docsListEveryCodeAndNoOther() throws Exception {
        List<String> listed = Files.readAllLines(Path.of("..", "docs", "errors.md")).stream()
                .dropWhile(line -> !line.equals("## Codes of the command"))
                .filter(line -> line.matches("\\| `[A-Z_]+` \\|.*"))
                .map(line -> line.split("`")[1])
                .toList();
        assertThat(listed)
                .containsExactlyElementsOf(
                        Arrays.stream(ClientCode.values()).map(Enum::name).toList());
    }
}
