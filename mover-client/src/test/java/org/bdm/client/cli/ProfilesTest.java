package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {
    private final FakeServer west = new FakeServer();
    private final FakeServer east = new FakeServer();

    @TempDir
    Path home;

    private CommandRun command = new CommandRun();

    @BeforeEach
    void atHome() {
        command = new CommandRun().home(home);
        for (FakeServer server : new FakeServer[] {west, east}) {
            server.on("GET /version", 200, "{\"version\":\"9\",\"site\":\"w\"}")
                    .on("GET /exports", 200, Recorded.page())
                    .on("GET /jobs", 200, Recorded.page());
        }
    }

    @AfterEach
    void stop() {
        west.close();
        east.close();
    }

    private Path config() {
        return home.resolve(".config/bdm/config.yaml");
    }

    @Test
    void loginStoresAServerAndItsTokenForTheOwnerAlone() throws IOException {
        Result login = command.input("secret-w\n").run("login", west.url(), "--profile", "west");
        assertThat(login.err()).contains("profile west: site w at ");
        Path token = home.resolve(".config/bdm/tokens/west");
        assertThat(Files.readString(token).strip()).isEqualTo("secret-w");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(config())).contains("default: west").doesNotContain("secret");
        assertThat(login.out() + login.err()).doesNotContain("secret");
    }

    @Test
    void eachProfileIsAskedWithItsOwnToken() {
        command.input("secret-w\n").run("login", west.url(), "--profile", "west");
        command.input("secret-e\n").run("login", east.url(), "--profile", "east");
        assertThat(command.run("list").code()).isZero();
        assertThat(command.run("list", "--profile", "east").code()).isZero();
        assertThat(west.only("GET /jobs").header("Authorization")).isEqualTo("Bearer secret-w");
        assertThat(east.only("GET /jobs").header("Authorization")).isEqualTo("Bearer secret-e");
    }

    @Test
    void aServerThatIsNamedIsAskedWithoutTheTokenOfAProfile() {
        command.input("secret-w\n").run("login", west.url(), "--profile", "west");
        command.run("list", "--server", east.url());
        assertThat(east.only("GET /jobs").header("Authorization")).isEmpty();
        assertThat(command.run("list", "--server", east.url(), "--profile", "west")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aRefusedTokenIsNotStored() {
        try (FakeServer strict = new FakeServer()) {
            strict.on("GET /version", 200, "{\"version\":\"9\",\"site\":\"w\"}")
                    .on("GET /exports", 401, Recorded.problem(401, "NOT_AUTHENTICATED"));
            assertThat(command.input("wrong\n").run("login", strict.url()).code())
                    .isEqualTo(4);
        }
        assertThat(config()).doesNotExist();
    }

    @Test
    void whatIsWrongInTheFileIsNamed() throws IOException {
        Files.createDirectories(config().getParent());
        Files.writeString(config(), "profiles:\n  west:\n    servr: x\n");
        assertThat(command.run("list").err()).contains("unknown key 'servr'", "ca-file, server, token-file");
        Files.writeString(config(), "profiles:\n  west:\n    server: " + west.url() + "\n");
        assertThat(command.run("list", "--profile", "wset").err()).contains("no such profile: 'wset'; known are west");
        Files.writeString(config(), "[");
        assertThat(command.run("list").code()).isEqualTo(2);
    }
}
