package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages name no package and no type that does not exist. */
class DocumentedTypesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PAGE = DOCS.resolve("architecture.md");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]++)`");
    private static final Pattern TYPE = Pattern.compile("([A-Z][a-z]\\w*+)(?:\\.\\w++\\(\\))?");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum)\\s++([A-Z]\\w*+)");
    private static final Pattern PACKAGE_OF_PROSE = Pattern.compile("\\*\\*([a-z0-9.]++)\\*\\*");
    private static final Pattern QUALIFIED = Pattern.compile("org\\.bdm((?:\\.[a-z][a-z0-9]*+)++)(?:\\.([A-Z]\\w*+))?");

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Source files of all modules, of their tests too. */
    private static List<Path> sources() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String below :
                List.of("mover-core/src", "mover-server/src", "mover-server/extensions", "mover-client/src")) {
            try (Stream<Path> found = Files.walk(Path.of("..", below))) {
                found.filter(file -> file.toString().matches(".*/src/.*\\.java"))
                        .forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThan(500);
        return files;
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult one) -> one.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> declared() throws IOException {
        Set<String> types = new TreeSet<>();
        for (Path file : sources()) types.addAll(found(DECLARED, text(file)));
        return types;
    }

    /** Below the root package of a module, {@code store.local}. */
    private static Set<String> packages(String module) throws IOException {
        Path root = Path.of("..", "mover-" + module, "src", "main", "java", "org", "bdm", module);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> root.relativize(file.getParent()).toString().replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** A package may have nothing but rooms: it exists as they do. */
    private static Set<String> withParents(Set<String> names) {
        Set<String> all = new TreeSet<>(names);
        for (String name : names) {
            for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
                all.add(name.substring(0, dot));
            }
        }
        return all;
    }

    @Test
    void pagesForDevelopersNameNoTypeThatDoesNotExist() throws IOException {
        Set<String> named = new TreeSet<>();
        List<Path> pages = new ArrayList<>(List.of(PAGE));
        try (Stream<Path> found = Files.list(DOCS.resolve("extending"))) {
            found.forEach(pages::add);
        }
        for (Path page : pages) {
            for (String code : found(CODE, text(page))) {
                var type = TYPE.matcher(code);
                if (type.matches()) named.add(type.group(1));
            }
        }
        named.remove("JobOptionsBuilder"); // made by the compiler
        assertThat(named).hasSizeGreaterThan(30);
        assertThat(declared()).containsAll(named);
    }

    @Test
    void thePageOfTheArchitectureNamesNoPackageThatDoesNotExist() throws IOException {
        String page = text(PAGE);
        Set<String> existing = new TreeSet<>(packages("core"));
        existing.addAll(packages("server"));
        Set<String> named = new TreeSet<>(found(PACKAGE_OF_PROSE, page));
        assertThat(named).hasSizeGreaterThan(5);
        assertThat(withParents(existing)).containsAll(named);
    }

    @Test
    void noPageNamesAPackageOrATypeOfOursThatDoesNotExist() throws IOException {
        Set<String> existing = new TreeSet<>();
        for (Path file : sources()) {
            String name = file.toString().replace('/', '.').replaceFirst(".*\\.src\\.(?:main|test)\\.java\\.", "");
            existing.add(name.substring(0, name.length() - ".java".length()));
            existing.add(name.replaceFirst("\\.\\w+\\.java$", ""));
        }
        Set<String> all = withParents(existing);
        try (Stream<Path> pages = Files.walk(DOCS)) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                QUALIFIED
                        .matcher(text(page))
                        .results()
                        .filter(one -> one.group(2) != null || one.group(1).indexOf('.', 1) > 0)
                        .forEach(one -> assertThat(all).as(page.toString()).contains(one.group()));
            }
        }
    }
}
