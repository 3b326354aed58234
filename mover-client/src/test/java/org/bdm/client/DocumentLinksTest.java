package org.bdm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Relative links of the pages lead to a file, and to a heading of it; the reading order names every page. */
class DocumentLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]++)\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} (.+)");

    /** A link that is not to another host: where it stands, the file it names, and the heading or an empty text. */
    private record Link(Path page, String written, Path file, String heading) {
        static Link of(Path page, String written) {
            String[] parts = written.split("#", 2);
            Path file =
                    parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
            return new Link(page, written, file, parts.length == 2 ? parts[1] : "");
        }

        boolean leadsSomewhere() throws IOException {
            if (!Files.exists(file)) return false;
            return heading.isEmpty() || headings(file).contains(heading);
        }

        @Override
        public String toString() {
            return ROOT.relativize(page) + " -> " + written;
        }
    }

    @Test
    void everyRelativeLinkLeadsToAFileAndAHeading() throws IOException {
        List<Link> links = new ArrayList<>();
        for (Path page : pages()) links.addAll(links(page));
        List<Link> broken = new ArrayList<>();
        for (Link link : links) {
            if (!link.leadsSomewhere()) broken.add(link);
        }
        assertThat(links).hasSizeGreaterThan(100);
        assertThat(broken).isEmpty();
    }

    @Test
    void theReadingOrderNamesEveryPage() throws IOException {
        Path order = DOCS.resolve("README.md");
        Set<Path> named = new HashSet<>();
        for (Link link : links(order)) named.add(link.file());
        Set<Path> missing = new TreeSet<>();
        for (Path page : pages()) {
            boolean isOfADecision = page.startsWith(DOCS.resolve("decisions"));
            if (page.startsWith(DOCS) && !isOfADecision && !page.equals(order) && !named.contains(page))
                missing.add(page);
        }
        assertThat(missing).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> ofTheRoot = Files.list(ROOT);
                Stream<Path> ofTheDocs = Files.walk(DOCS)) {
            return Stream.concat(ofTheRoot, ofTheDocs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Link> links(Path page) throws IOException {
        List<Link> links = new ArrayList<>();
        for (String line : prose(page)) {
            Matcher link = LINK.matcher(line.replaceAll("`[^`]*+`", ""));
            while (link.find()) {
                if (!link.group(1).matches("[a-z]+:.*")) links.add(Link.of(page, link.group(1)));
            }
        }
        return links;
    }

    /** The headings of a page as a browser of the repository names them: of equal ones, the second gets {@code -1}. */
    private static Set<String> headings(Path page) throws IOException {
        Set<String> names = new HashSet<>();
        for (String line : prose(page)) {
            Matcher heading = HEADING.matcher(line);
            if (!heading.matches()) continue;
            String name = heading.group(1)
                    .strip()
                    .replaceAll("\\[([^\\]]*+)\\]\\([^)]*+\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            String unique = name;
            for (int number = 1; !names.add(unique); number++) unique = name + "-" + number;
        }
        return names;
    }

    /** The lines of a page without its blocks of code. */
    private static List<String> prose(Path page) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean isFenced = false;
        for (String line : Files.readAllLines(page)) {
            boolean isFence = line.strip().startsWith("```");
            if (isFence) isFenced = !isFenced;
            if (!isFence && !isFenced && !line.startsWith("    ")) lines.add(line);
        }
        return lines;
    }
}
