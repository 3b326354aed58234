package org.bdm.server.interchange.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.server.interchange.entry.ListedFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists as people and programs have written them, when they are beside the checkout; they are not part of it. */
class RecordedListsTest {
    private static final Path DIRECTORY = Path.of(System.getProperty(
            "bdm.esgf-fixtures", Path.of("..", "..", "shared", "esgf-fixtures").toString()));

    @BeforeEach
    void areThere() {
        assumeTrue(Files.isDirectory(DIRECTORY), () -> "skipped: there are no recorded lists in " + DIRECTORY);
    }

    private static Told read(Path file) throws IOException {
        return Told.of(Files.readAllBytes(file));
    }

    private static List<Path> files(String directory, String ending) throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY.resolve(directory))) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            assertThat(found).isNotEmpty();
            return found;
        }
    }

    @Test
    void everyMapfileAndWgetScriptIsReadWithItsDatasets() throws IOException {
        for (Path file : files("mapfiles", ".map")) {
            Told told = read(file);
            assertThat(told.format).as(file.toString()).isEqualTo("mapfile");
            assertThat(told.refused).as(file.toString()).isEmpty();
            assertThat(told.file(0).digests()).as(file.toString()).hasSize(1);
        }
        for (Path file : files("wget", ".txt")) {
            Told told = read(file);
            assertThat(told.format).as(file.toString()).isEqualTo("wget");
            assertThat(told.refused).as(file.toString()).isEmpty();
            assertThat(told.entries).as(file.toString()).isNotEmpty().allMatch(entry -> entry.dataset() != null);
        }
    }

    @Test
    void everySyndaSelectionIsRecognisedAndOnlyTheKnownDefectRefused() throws IOException {
        for (Path file : files("synda", ".txt")) {
            Told told = read(file);
            assertThat(told.format).as(file.toString()).isEqualTo("synda");
            String name = file.getFileName().toString();
            if (name.startsWith("conf_")) continue; // defaults, which select nothing
            boolean isDefective = name.startsWith("made_"); // a line that is no constraint of anything
            assertThat(told.entries.isEmpty()).as(name).isEqualTo(isDefective);
            assertThat(told.refused).as(name).hasSize(isDefective ? 2 : 0);
        }
    }

    @Test
    void esgpullQueriesAndDrsPathsAreRead() throws IOException {
        for (Path file : files("esgpull", ".yaml")) {
            Told told = read(file);
            assertThat(told.format).isEqualTo("esgpull");
            // The parent that the second query names is not in the file: alone it would select far more.
            assertThat(told.refused).singleElement().asString().contains("its parent");
            assertThat(told.entries).hasSize(1);
        }
        for (Path file : files("lists", "")) {
            if (file.toString().endsWith(".xml")) continue;
            Told told = read(file);
            assertThat(told.format).as(file.toString()).isEqualTo("drs-paths");
            assertThat(told.entries).as(file.toString()).isNotEmpty();
            assertThat(told.refused.size()).as(told.refused.toString()).isLessThan(told.entries.size() / 10 + 1);
        }
    }

    @Test
    void recordsOfCatalogsAndRequestsForVariablesAreRead() throws IOException {
        for (String directory : List.of("solr", "globus-search")) {
            for (Path file : files(directory, ".json")) {
                Told told = read(file);
                assertThat(told.format).as(file.toString()).isEqualTo("catalog-json");
                assertThat(told.refused)
                        .as(file.toString())
                        .allMatch(text -> text.contains("holds no record") || text.contains("type 'Aggregation'"));
            }
        }
        for (Path file : files("stac", ".json")) {
            if (!file.getFileName().toString().startsWith("item_")) continue;
            Told told = read(file);
            assertThat(told.refused).as(file.toString()).isEmpty();
            assertThat(told.entries).as(file.toString()).isNotEmpty().allMatch(ListedFile.class::isInstance);
        }
        for (Path file : files("synda", ".yaml")) {
            Told told = read(file);
            assertThat(told.format).isEqualTo("variable-request");
            assertThat(told.refused).isEmpty();
            assertThat(told.entries).hasSizeGreaterThan(100);
        }
    }
}
