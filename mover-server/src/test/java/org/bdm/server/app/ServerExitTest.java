package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerExitTest {
    @Test
    void everyCauseHasANumberOfItsOwnInTheDocumentation() throws IOException {
        List<Integer> documented = Files.readAllLines(Path.of("..", "docs", "operations.md")).stream()
                .filter(line -> line.matches("\\| \\d \\|.*"))
                .map(line -> Integer.valueOf(line.split(" ")[1]))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(ServerExit.values())
                        .map(ServerExit::number)
                        .toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void theNumberOfTheVirtualMachineIsNoneOfOurs() {
        assertThat(ServerExit.HEAP_USED_UP.number())
                .as("-XX:+ExitOnOutOfMemoryError ends with 3")
                .isEqualTo(3);
    }
}
