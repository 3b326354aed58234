package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.cli.CommandRun.Result;
import org.bdm.core.fault.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who writes what rsync, rclone or Globus would understand, or one word too many, is told what to write here. */
class OptionsOfOtherToolsTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private Result run(String command) {
        return new CommandRun().environment("BDM_SERVER", server.url()).run(command.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "submit bdm://a/x bdm://b/x --bwlimit 2M, --max-rate",
        "submit bdm://a/x bdm://b/x --bwlimit=2M, --max-rate",
        "submit -av bdm://a/x bdm://b/x, --recursive",
        "submit -n bdm://a/x bdm://b/x, --dry-run",
        "submit bdm://a/x bdm://b/x -r --mirror, --delete",
        "submit bdm://a/x bdm://b/x -r --transfers 8, --streams",
        "check bdm://a/x bdm://b/x --checksum, --sync-level checksum",
        "link set a b --bwlimit 2M, --max-rate",
        "verify bdm://b/x --background, --no-wait",
        "limit add in 2M, set",
        "limit edit in 2M, set",
        "limit unset link north, remove",
        "support, doctor --bundle",
        "df, export list",
    })
    void whatMeansTheSameHereIsNamed(String given, String meant) {
        Result result = run(given);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("Did you mean " + meant + "?");
    }

    @Test
    void theValueOfAnUnknownOptionIsNotCalledAnOption() {
        assertThat(run("submit bdm://a/x bdm://b/x --bwlimit 2M").err()).contains("Unknown option: '--bwlimit'\n");
    }

    @ParameterizedTest
    @CsvSource({"verify bdm://b/x --wait", "hold --scan bdm://b/x --wait", "backup --wait"})
    void aVerbThatWaitsByItselfSaysSo(String given) {
        assertThat(run(given).err()).contains("It does so unless --no-wait is given: leave --wait out.");
    }

    @Test
    void aWordTooManyIsNamed() {
        assertThat(run("hold bdm://b/x").err()).contains("'bdm://b/x' is one argument too many");
    }

    @Test
    void aGroupThatListsAloneSaysSo() {
        assertThat(run("holdings list").err()).contains("'bdm-client holdings' alone lists them.");
    }

    @Test
    void aVerbIsNotTakenForTheNameOfABackup() {
        server.on("GET /backups", 200, "{\"items\":[],\"nextCursor\":null}");
        assertThat(run("backup list").code()).isZero();
        assertThat(run("backup restore").err()).contains("'mover-server catalog restore FILE.zip --home DIR' restores");
        assertThat(server.requests("POST /backups")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "user remove bob, DELETE /users/bob, NOT_FOUND, bdm-client user list",
        "token revoke token-9, DELETE /tokens/token-9, NOT_FOUND, bdm-client token list",
        "purge --discard purge-9, POST /purges/purge-9/discard, NOT_FOUND, bdm-client purge",
        "request show request-9, GET /requests/request-9, NOT_FOUND, bdm-client request list",
        "request approve request-1, POST /requests/request-1/approve, ILLEGAL_STATE, bdm-client request show REQUEST",
    })
    void whatIsNotThereIsLookedForInTheListOfItsKind(String command, String route, String code, String look) {
        String advice = ErrorCode.valueOf(code).advice();
        server.on(
                route,
                404,
                "{\"status\":404,\"code\":\"%s\",\"detail\":\"no\",\"advice\":\"%s\",\"errors\":[]}"
                        .formatted(code, advice));
        assertThat(run(command).err()).contains("'" + look + "'").doesNotContain(advice);
    }

    @Test
    void aPlaceInTheQuarantineIsNotTakenForADataset() {
        assertThat(run("quarantine restore in/m/f2.nc").err()).contains("bdm-client purge --restore PLAN");
        assertThat(run("quarantine restore purge-3").err()).contains("'bdm-client purge --restore purge-3'");
    }

    @Test
    void aPlaceIsReconciledAsItIsVerified() {
        server.on("POST /reconciliations", 202, "{\"id\":\"survey-1\",\"state\":\"RUNNING\"}");
        Result unused = run("reconcile bdm://b/in/CMIP6 --no-wait");
        assertThat(server.only("POST /reconciliations").body()).contains("bdm://b/in/CMIP6");
    }
}
