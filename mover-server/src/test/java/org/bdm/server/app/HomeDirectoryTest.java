package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A home is for its owner alone, marked as what it is, and keeps nothing of a former run. */
class HomeDirectoryTest {
    @TempDir
    Path directory;

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void open(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void anExistingHomeIsClosedToOthers() throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(home.resolve("admin.token"), "secret");
        Files.createDirectory(home.resolve("catalog"));
        for (Path path : List.of(home, home.resolve("catalog"))) open(path, "rwxrwxrwx");
        open(home.resolve("admin.token"), "rw-r--r--");
        HomeDirectory.lock(home).close();
        assertThat(permissions(home)).isEqualTo("rwx------");
        assertThat(permissions(home.resolve("catalog"))).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(permissions(file)).as(file.toString()).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void theFilesOfTheCatalogAreForTheirOwnerAloneAlsoWhenTheyWereNot() throws IOException {
        CatalogLocation location = CatalogLocation.below(directory);
        CatalogSettings settings =
                new CatalogSettings(new NodeId("a".repeat(64)), java.time.Clock.systemUTC(), lost -> {});
        Path file = location.file().orElseThrow();
        Catalog.open(location, settings).close();
        assertThat(permissions(file)).isEqualTo("rw-------");
        open(file, "rw-r--r--");
        Catalog.open(location, settings).close();
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(file.getParent())).isEqualTo("rwx------");
    }

    @Test
    void whatAKilledRunLeftIsDeleted() throws IOException {
        Path home = directory.resolve("home");
        try (HomeDirectory first = HomeDirectory.lock(home)) {
            Files.createDirectories(first.temporary().resolve("tomcat/work"));
            Files.writeString(first.temporary().resolve("tomcat/work/x"), "left");
        }
        try (HomeDirectory next = HomeDirectory.lock(home)) {
            assertThat(next.temporary().resolve("tomcat")).doesNotExist();
        }
    }

    @Test
    void aHomeIsMarked() {
        Path home = directory.resolve("home");
        HomeDirectory.lock(home).close();
        assertThat(home.resolve(".bdm-home")).exists();
    }

    @Test
    void aServerWhoseExportHoldsItsHomeMakesNothing() throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        // a home that is named is not prepared
        List<String> more = List.of(
                "--http-export", "all=public", "--home", data.resolve("home").toString());
        assertThatThrownBy(() -> ServerInProcess.start(data, "a", "all=" + data, more))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("contains the home");
        assertThat(data).isEmptyDirectory();
    }
}
