package org.bdm.server.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The committed inputs of a parser, below {@code src/test/resources/corpus}: seeds, and what the fuzzer once found. The same
 * directories are where the fuzzer starts from.
 */
public record Corpus(String name) {
    private static final Path ALL = Path.of("src", "test", "resources", "corpus");

    /** Takes one input as the fuzzer would give it: throws what no caller expects. */
    public interface Target {
        void take(byte[] input) throws IOException;
    }

    /** Gives all inputs to the parser; what it throws names the input. */
    public void giveAllTo(Target target) {
        for (Path input : inputs()) {
            try {
                target.take(Files.readAllBytes(input));
            } catch (IOException | RuntimeException | StackOverflowError e) {
                throw new AssertionError(input + " is not taken: " + e, e);
            }
        }
    }

    private List<Path> inputs() {
        try (Stream<Path> files = Files.list(ALL.resolve(name))) {
            List<Path> inputs = files.sorted().toList();
            assertThat(inputs).as("inputs of " + name).isNotEmpty();
            return inputs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
