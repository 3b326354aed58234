package org.bdm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/packages.md is what the drawings and the first sentence of each package-info.java say. */
class PackagesDocumentTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path KEPT = DOCS.resolve("packages.md");
    private static final String RENEW = "mvn -pl mover-client -am test -Dtest=PackagesDocumentTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.packages=true";
    private static final Pattern COMPONENT = Pattern.compile("(?m)^\\[([a-z0-9.]++)]((?: <<[a-zA-Z0-9.]++>>)++)");
    private static final Pattern ARROW = Pattern.compile("(?m)^\\[([a-z0-9.]++)] --> \\[([a-z0-9.]++)]");
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern FIRST_SENTENCE = Pattern.compile("(.*?\\.)(?: .*|$)");
    private static final Pattern CODE = Pattern.compile("\\{@(?:code|link) (?:[a-z0-9.]++\\.(?=[A-Z]))?([^}]++)}");

    @Test
    void keptDocumentIsWhatTheDrawingsAndThePackagesSay() throws IOException {
        String text = document();
        if (Boolean.getBoolean("update.packages")) Files.writeString(KEPT, text);
        assertThat(Files.exists(KEPT) ? Files.readString(KEPT) : "")
                .as("docs/packages.md; renew it with '" + RENEW + "'")
                .isEqualTo(text);
    }

    private static String document() throws IOException {
        StringBuilder text = new StringBuilder("""
                # Packages

                For developers: what each package is for and which others it may use. [architecture.md](architecture.md) says how they work together.
                The page is made from the drawings and the first sentence of each `package-info.java`, and a test compares it. After a change renew it with

                    %s
                """.formatted(RENEW));
        for (Path drawing : drawings()) {
            String name = drawing.getFileName().toString();
            text.append("""

                    ## [%s](%s)

                    | package | what it is for | may use |
                    |---|---|---|
                    %s""".formatted(name.replace("-packages.puml", ""), name, rows(Files.readString(drawing))));
        }
        return text.toString();
    }

    /** Those of the modules first, then those of packages with rooms. */
    private static List<Path> drawings() throws IOException {
        List<Path> drawings = new ArrayList<>();
        for (String module : List.of("core", "server", "client")) drawings.add(DOCS.resolve(module + "-packages.puml"));
        try (Stream<Path> files = Files.list(DOCS)) {
            files.filter(file -> file.toString().endsWith("-packages.puml") && !drawings.contains(file))
                    .sorted()
                    .forEachOrdered(drawings::add);
        }
        return drawings;
    }

    private static String rows(String drawing) throws IOException {
        Map<String, String> used = new TreeMap<>();
        Matcher arrow = ARROW.matcher(drawing);
        while (arrow.find()) used.merge(arrow.group(1), "`" + arrow.group(2) + "`", (a, b) -> a + " " + b);
        StringBuilder rows = new StringBuilder();
        Matcher component = COMPONENT.matcher(drawing);
        while (component.find()) {
            String name = component.group(1);
            List<String> packages = Stream.of(component.group(2).strip().split(" "))
                    .map(one -> one.replaceAll("[<>]", ""))
                    .toList();
            String what = packages.size() == 1
                    ? firstSentence(packages.get(0))
                    : packages.size() + " rooms, drawn in " + name + "-packages.puml";
            rows.append("| `%s` | %s | %s |%n".formatted(name, what, used.getOrDefault(name, "-")));
        }
        return rows.toString();
    }

    private static String firstSentence(String name) throws IOException {
        String module = "mover-" + name.split("\\.")[2];
        Path file = Path.of("..", module, "src", "main", "java")
                .resolve(name.replace('.', '/'))
                .resolve("package-info.java");
        Matcher comment = COMMENT.matcher(Files.readString(file));
        assertThat(comment.find()).as("comment of " + name).isTrue();
        String words = comment.group(1)
                .lines()
                .map(line -> line.strip().replaceFirst("^\\* ?", ""))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
        Matcher sentence = FIRST_SENTENCE.matcher(words.strip());
        assertThat(sentence.matches()).as("first sentence of " + name).isTrue();
        return CODE.matcher(sentence.group(1)).replaceAll("`$1`").replace("|", "\\|");
    }
}
