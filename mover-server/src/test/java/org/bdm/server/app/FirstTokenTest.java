package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The only credential of a new site is there after its first start, whenever an earlier one ended. */
class FirstTokenTest {
    private HomeDirectory home;
    private Catalog catalog;
    private AccessTokens tokens;

    @BeforeEach
    void open(@TempDir Path directory) {
        home = HomeDirectory.lock(directory.resolve("home"));
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home.directory(), new NodeId("a".repeat(64))),
                new CatalogSettings(new NodeId("a".repeat(64)), Clock.systemUTC(), fatal -> {}));
        tokens = new AccessTokens(catalog, Clock.systemUTC(), new SecureRandom());
    }

    @AfterEach
    void close() {
        catalog.close();
        home.close();
    }

    private void start() {
        tokens.ensureAdmin(home::readAdminToken, home::writeAdminToken);
    }

    private void assertAdminHoldsTheFile() throws IOException {
        assertThat(tokens.callerOf(home.readAdminToken().orElseThrow())
                        .orElseThrow()
                        .roles())
                .contains(Role.ADMIN);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.adminToken())))
                .isEqualTo("rw-------");
        assertThat(tokens.valid()).hasSize(1);
    }

    @Test
    void theFileIsTheTokenAndIsLeftAsItIsByLaterStarts() throws IOException {
        start();
        assertAdminHoldsTheFile();
        String first = home.readAdminToken().orElseThrow();
        start();
        assertThat(home.readAdminToken()).contains(first);
        assertAdminHoldsTheFile();
    }

    @Test
    void aStartThatEndedBeforeTheCatalogKnewTheTokenIsGoneOnWith() throws IOException {
        assertThatThrownBy(() -> tokens.ensureAdmin(home::readAdminToken, secret -> {
                    home.writeAdminToken(secret);
                    throw new IllegalStateException("the process ends here");
                }))
                .hasMessageContaining("ends here");
        String kept = home.readAdminToken().orElseThrow();
        start();
        assertThat(home.readAdminToken()).contains(kept);
        assertAdminHoldsTheFile();
    }

    @Test
    void aStartThatEndedBeforeTheFileWasWrittenIsGoneOnWith() throws IOException {
        assertThatThrownBy(() -> tokens.ensureAdmin(home::readAdminToken, secret -> {
                    throw new IllegalStateException("the process ends here");
                }))
                .hasMessageContaining("ends here");
        start();
        assertAdminHoldsTheFile();
    }

    @Test
    void aFileThatIsNoTokenIsReplaced() throws IOException {
        Files.writeString(home.adminToken(), "not a token\n");
        start();
        assertAdminHoldsTheFile();
    }

    @Test
    void aFileThatAnOperatorTookAwayIsNotMadeAgain() throws IOException {
        start();
        Files.delete(home.adminToken());
        start();
        assertThat(home.adminToken()).doesNotExist();
    }
}
