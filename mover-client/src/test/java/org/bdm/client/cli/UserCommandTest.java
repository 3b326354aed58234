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

/** Users and their passwords, which are never on a command line. */
class UserCommandTest {
    private static final String ANN =
            "{\"name\":\"ann\",\"role\":\"operator\",\"shownName\":\"Ann Example\",\"email\":null,"
                    + "\"disabled\":false,\"createdAt\":\"2026-11-20T10:00:00Z\",\"passwordChangedAt\":\"2026-11-20T10:00:00Z\"}";

    private final FakeServer server = new FakeServer();

    @TempDir
    Path home;

    private CommandRun command = new CommandRun();

    @BeforeEach
    void atHome() {
        command = new CommandRun().home(home).environment("BDM_SERVER", server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void createsAUserWithThePasswordOfTheInputOrOfAFile() throws IOException {
        server.on("POST /users", 201, ANN);
        Result created =
                command.input("correct horse battery staple\n").run("user", "create", "ann", "--role", "operator");
        assertThat(created.code()).isZero();
        assertThat(created.err()).contains("user ann with role operator").doesNotContain("horse");
        assertThat(server.only("POST /users").body())
                .contains("\"name\":\"ann\"", "\"role\":\"operator\"", "\"password\":\"correct horse battery staple\"");
        Path file = home.resolve("password");
        Files.writeString(file, "another horse, another staple\r\nnot this\n");
        command.run(
                "user", "create", "bob", "--role", "reader", "--password-file", file.toString(), "--email", "b@x.org");
        assertThat(server.requests("POST /users").get(1).body())
                .contains("\"password\":\"another horse, another staple\"", "\"email\":\"b@x.org\"");
        assertThat(command.input("")
                        .run("user", "create", "eve", "--role", "reader")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void listsAndChangesUsers() {
        server.on("GET /users", 200, Recorded.page(ANN)).on("PATCH /users/ann", 200, ANN.replace("false", "true"));
        assertThat(command.run("user", "list").out()).contains("ann", "operator", "Ann Example", "enabled");
        Result disabled = command.run("user", "set", "ann", "--disable", "--role", "reader");
        assertThat(disabled.err()).contains("user ann with role operator, disabled");
        assertThat(server.only("PATCH /users/ann").body())
                .contains("\"disabled\":true", "\"role\":\"reader\"")
                .doesNotContain("horse");
        command.run("user", "set", "ann", "--enable");
        assertThat(server.requests("PATCH /users/ann").get(1).body()).contains("\"disabled\":false");
        assertThat(command.run("user", "set", "ann").code()).isEqualTo(2);
        assertThat(command.run("user", "set", "ann", "--enable", "--disable").code())
                .isEqualTo(2);
    }

    @Test
    void changesTheOwnPasswordWithTheOldOneAndThatOfOthersWithout() {
        server.on("POST /users/me/password", 204, "").on("PATCH /users/ann", 200, ANN);
        Result own = command.input("the old password\nthe new password\n").run("user", "password");
        assertThat(own.err()).contains("log in again");
        assertThat(server.only("POST /users/me/password").body())
                .contains("\"oldPassword\":\"the old password\"", "\"newPassword\":\"the new password\"");
        command.input("the new password\n").run("user", "password", "ann", "--password-file", "-");
        assertThat(server.only("PATCH /users/ann").body()).contains("\"password\":\"the new password\"");
        assertThat(command.run("user", "password", "ann", "--old-password-file", "x")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void loginWithAPasswordStoresATokenForTheOwnerAlone() throws IOException {
        server.on(
                        "POST /login/tokens",
                        201,
                        "{\"id\":\"token-3\",\"name\":\"ann\",\"roles\":[\"reader\"],\"createdAt\":\"2026-11-20T10:00:00Z\","
                                + "\"expiresAt\":\"2026-11-27T10:00:00Z\",\"lastUsedAt\":null,\"token\":\"bdm_secret\"}")
                .on("GET /version", 200, "{\"version\":\"9\",\"site\":\"w\"}")
                .on("GET /jobs", 200, Recorded.page())
                .on("POST /logout", 204, "");
        Result login = command.input("correct horse battery staple\n")
                .run("login", server.url(), "--user", "ann", "--profile", "west");
        assertThat(login.err()).contains("profile west: site w at ", "logged in as ann until 2026-11-27");
        assertThat(login.out() + login.err()).doesNotContain("bdm_secret", "horse");
        assertThat(server.only("POST /login/tokens").body())
                .contains("\"user\":\"ann\"", "\"password\":\"correct horse battery staple\"");
        assertThat(server.only("POST /login/tokens").header("Authorization")).isEmpty();
        Path token = home.resolve(".config/bdm/tokens/west");
        assertThat(Files.readString(token).strip()).isEqualTo("bdm_secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                .isEqualTo("rw-------");
        assertThat(command.run("list", "--profile", "west").code()).isZero();
        assertThat(server.only("GET /jobs").header("Authorization")).isEqualTo("Bearer bdm_secret");
        assertThat(command.run("logout", "--profile", "west").err()).contains("logged out");
        assertThat(server.only("POST /logout").header("Authorization")).isEqualTo("Bearer bdm_secret");
    }

    @Test
    void refusedPasswordIsNotStoredAndNoneIsSentInTheClear() {
        server.on("POST /login/tokens", 401, Recorded.problem(401, "NOT_AUTHENTICATED"));
        assertThat(command.input("wrong\n")
                        .run("login", server.url(), "--user", "ann")
                        .code())
                .isEqualTo(4);
        assertThat(home.resolve(".config/bdm/config.yaml")).doesNotExist();
        Result clear = command.input("x\n").run("login", "http://west.example.org:8470", "--user", "ann");
        assertThat(clear.code()).isEqualTo(2);
        assertThat(clear.err()).contains("a password is not sent over plain HTTP to west.example.org");
    }
}
