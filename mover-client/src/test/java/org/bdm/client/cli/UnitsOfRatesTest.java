package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates are written in one place of the programs, so that one answer never has three units. */
@Tag("U3")
class UnitsOfRatesTest {
    private static final Set<String> WRITERS = Set.of("ByteRate.java");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*+)\"");
    private static final Pattern UNIT = Pattern.compile("\\b[KkMGTP]?i?(B|bits?)/s|bytes/s|bytes per second at");
    /** A rate as somebody types it, as in the example of an option. */
    private static final Pattern TYPED = Pattern.compile("\\d(\\.\\d+)? ?[KkMGTP]?i?(B|bit)/s");

    @ParameterizedTest
    @ValueSource(strings = {"mover-core", "mover-server", "mover-client"})
    void nobodyElseWritesTheUnitOfARate(String module) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
            for (Path file : files.filter(UnitsOfRatesTest::isLookedAt).toList()) {
                Matcher literal = LITERAL.matcher(Files.readString(file));
                while (literal.find()) {
                    String text = TYPED.matcher(literal.group(1)).replaceAll("");
                    if (UNIT.matcher(text).find()) found.add(file.getFileName() + ": " + literal.group());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isLookedAt(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && !WRITERS.contains(name);
    }
}
