package org.bdm.server.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.catalog.handover.HandoverState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Globus Transfer over HTTP, driven by the duty: each pass is of one that knows nothing but the catalog. */
class GlobusCarrierTest {
    private static final String COLLECTION = "415a6320-e49c-11e5-9798-22000b9da45e";

    @TempDir
    Path home;

    private final FakeGlobus globus = new FakeGlobus();
    private HandedTree handed;
    private Handover handover;

    @BeforeEach
    void start() throws IOException {
        handed = new HandedTree(home);
        Path secret = Files.writeString(home.resolve("secret"), "s3cret\n");
        String setting = "globus=globus,client-id=client-1,secret-file=" + secret + ",collection=" + COLLECTION
                + ",path=/replica,export=in,api=" + globus.url() + "/v0.10,auth=" + globus.url();
        CarrierParts parts =
                new CarrierParts(new AddressGuard(List.of("127.0.0.1")), Clock.systemUTC(), new SecureRandom());
        Carrier carrier =
                CarrierSetting.carriers(List.of(setting), Map.of(), parts).existing("globus");
        handed.carriers.put("globus", carrier);
    }

    @AfterEach
    void stop() {
        handed.close();
        globus.close();
    }

    private void add(String... files) {
        Map<String, String> contents = new TreeMap<>();
        for (String file : files) contents.put(file, "content of " + file);
        handover = handed.add("globus", contents);
    }

    private Handover now() {
        return handed.now(handover);
    }

    private void task(String members) {
        globus.task = "{\"DATA_TYPE\":\"task\"," + members + "}";
    }

    @Test
    void listIsADocumentWithAChecksumForEachItem() {
        add("d/1.nc");
        handed.passes(2);
        JsonNode document = globus.tasks.get("submission-1");
        assertThat(document.path("source_endpoint").asString()).isEqualTo("endpoint-1");
        assertThat(document.path("destination_endpoint").asString()).isEqualTo(COLLECTION);
        assertThat(document.path("verify_checksum").asBoolean()).isTrue();
        assertThat(document.path("preserve_timestamp").asBoolean()).isTrue();
        JsonNode item = document.path("DATA").get(0);
        assertThat(item.path("source_path").asString()).isEqualTo("/css03/d/1.nc");
        assertThat(item.path("destination_path").asString()).isEqualTo("/replica/d/1.nc");
        assertThat(item.path("checksum_algorithm").asString()).isEqualTo("SHA256");
        assertThat(item.path("external_checksum").asString())
                .isEqualTo(HandedTree.sha256("content of d/1.nc").hex());
        assertThat(globus.asked("POST /v0.10/transfer").get(0).authorization()).isEqualTo("Bearer access-1");
        assertThat(globus.asked("POST /v2/oauth2/token")).hasSize(1);
        assertThat(now().sent().task()).isEqualTo("task-of-submission-1");
    }

    @Test
    void lostAnswerIsAskedForAgainWithTheSameIdAndDuplicateNamesTheTask() {
        add("d/1.nc");
        handed.pass();
        globus.loses = "POST /v0.10/transfer";
        handed.passes(2);
        assertThat(now().state()).isEqualTo(HandoverState.SUBMITTING);
        globus.loses = "nothing";
        handed.passes(1);
        assertThat(globus.tasks).hasSize(1);
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        assertThat(now().sent().task()).isEqualTo("task-of-submission-1");
        assertThat(globus.asked("GET /v0.10/submission_id")).hasSize(1);
    }

    @Test
    void successWithAMissingFileIsNotBelieved() {
        add("d/1.nc", "d/2.nc", "d/3.nc");
        handed.passes(2);
        handed.tree.write("d/1.nc", "content of d/1.nc");
        handed.tree.write("d/3.nc", "content of d/3.");
        task("\"status\":\"SUCCEEDED\",\"subtasks_skipped_errors\":1,\"bytes_transferred\":40");
        globus.skipped = "{\"DATA\":[{\"source_path\":\"/css03/d/2.nc\",\"error_code\":\"FILE_NOT_FOUND\","
                + "\"error_details\":\"No such file\"}],\"next_marker\":null}";
        handed.passes(2);
        assertThat(handed.states(handover))
                .containsEntry("d/1.nc", HandedFileState.RIGHT)
                .containsEntry("d/2.nc", HandedFileState.MISSING)
                .containsEntry("d/3.nc", HandedFileState.PARTIAL);
        assertThat(handed.files(handover).get(1).says())
                .isEqualTo("is not there; the carrier says: FILE_NOT_FOUND: No such file");
        assertThat(now().says()).contains("2 of 3", "SUCCEEDED, and skipped errors: 1");
    }

    @Test
    void inactiveTaskWaitsForAPersonAndFailedOneIsCompared() {
        add("d/1.nc");
        handed.passes(2);
        task("\"status\":\"INACTIVE\",\"nice_status_details\":\"credentials expired\",\"faults\":3");
        handed.passes(3);
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says()).contains("credentials expired", "log in");
        handed.tree.write("d/1.nc", "content of d/1.nc");
        task("\"status\":\"FAILED\",\"fatal_error\":{\"code\":\"DEADLINE\",\"description\":\"too late\"}");
        handed.passes(2);
        assertThat(handed.states(handover)).containsEntry("d/1.nc", HandedFileState.RIGHT);
        assertThat(now().says()).contains("FAILED: DEADLINE too late");
    }

    @Test
    void bothFormsOfEventDetailsNameTheFilesThatHoldATaskUp() {
        add("d/1.nc", "d/2.nc", "d/3.nc");
        handed.passes(2);
        task("\"status\":\"ACTIVE\",\"faults\":9,\"bytes_transferred\":7");
        handed.pass();
        handed.later(Duration.ofMinutes(70));
        task("\"status\":\"ACTIVE\",\"faults\":10,\"bytes_transferred\":7");
        globus.events = "{\"DATA\":[{\"is_error\":true,\"code\":\"FILE_ACCESS\",\"details\":"
                + "\"Error (open)\\nEndpoint: x\\nFile: /css03/d/1.nc\\nCommand: RETR\"},"
                + "{\"is_error\":true,\"code\":\"ENDPOINT_ERROR\",\"details\":"
                + "\"{\\\"context\\\":[{\\\"operation\\\":\\\"open\\\",\\\"path\\\":\\\"/css03/d/2.nc\\\"}],"
                + "\\\"error\\\":{\\\"body\\\":\\\"500%20No%20such%0D%0A\\\"}}\"}]}";
        handed.passes(1);
        assertThat(globus.asked("POST /v0.10/task/task-of-submission-1/cancel")).hasSize(1);
        globus.events = "{\"DATA\":[]}";
        handed.pass();
        handed.pass();
        assertThat(handed.states(handover))
                .containsEntry("d/1.nc", HandedFileState.REFUSED)
                .containsEntry("d/2.nc", HandedFileState.REFUSED);
        assertThat(handed.files(handover).get(1).says()).isEqualTo("ENDPOINT_ERROR: 500 No such");
        assertThat(globus.tasks.get("submission-2").path("DATA")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | {\"code\":\"ConsentRequired\",\"message\":\"m\",\"required_scopes\":[\"urn:x\"]} | PERSON | urn:x",
                "401 | {\"code\":\"AuthenticationFailed\",\"message\":\"m\"} | PERSON | log the account",
                "400 | {\"code\":\"ClientError.BadRequest\",\"message\":\"m\"} | PERSON | correct that",
                "503 | {\"code\":\"ServiceUnavailable\",\"message\":\"m\"} | CARRIER | ServiceUnavailable",
                "502 | <html> | CARRIER | status 502"
            })
    void refusalIsToldByItsCode(int status, String body, Awaited awaited, String says) {
        add("d/1.nc");
        handed.pass();
        globus.instead = new FakeService.Reply(status, body);
        handed.pass();
        assertThat(now().state()).isEqualTo(HandoverState.SUBMITTING);
        assertThat(now().awaited()).isEqualTo(awaited);
        assertThat(now().says()).contains(says).doesNotContain("s3cret", "access-1");
    }

    @Test
    void tokenThatWasRevokedIsReplacedOnceBeforeAPersonIsAsked() {
        add("d/1.nc");
        handed.passes(2);
        int tokens = globus.asked("POST /v2/oauth2/token").size();
        globus.instead = new FakeService.Reply(401, "{\"code\":\"AuthenticationFailed\"}");
        // As in globus_sdk.testing 4.9: what there is nothing to say of is null.
        task(
                "\"status\":\"ACTIVE\",\"nice_status_details\":null,\"is_paused\":false,\"fatal_error\":null,\"faults\":0");
        handed.pass();
        assertThat(now().awaited()).isEqualTo(Awaited.CARRIER);
        assertThat(now().says()).isEqualTo("ACTIVE");
        assertThat(globus.asked("POST /v2/oauth2/token")).hasSize(tokens + 1);
    }

    @Test
    void nullIsNothingSaid() {
        add("d/1.nc");
        handed.passes(2);
        task("\"status\":\"FAILED\",\"nice_status_details\":null,\"fatal_error\":null");
        globus.events = "{\"DATA\":[{\"is_error\":true,\"code\":\"TIMEOUT\",\"details\":null}]}";
        globus.skipped = "{\"DATA\":[],\"next_marker\":null}";
        handed.passes(2);
        assertThat(now().says()).endsWith("the carrier says: FAILED");
        assertThat(globus.asked("GET /v0.10/task/task-of-submission-1/skipped_errors"))
                .hasSize(1);
    }

    @Test
    void retryAfterIsHonoured() {
        add("d/1.nc");
        handed.pass();
        globus.instead = new FakeService.Reply(429, "{}", Map.of("Retry-After", "600"));
        handed.pass();
        int before = globus.asked.size();
        handed.later(Duration.ofMinutes(9));
        handed.pass();
        assertThat(globus.asked).hasSize(before);
        handed.later(Duration.ofMinutes(2));
        handed.pass();
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
    }

    @Test
    void loginOfAPersonKeepsARefreshTokenThatIsUsedFromThenOn() throws Exception {
        Path token = home.resolve("token");
        String setting = "globus=globus,client-id=client-1,token-file=" + token + ",collection=" + COLLECTION
                + ",path=/replica,export=in,api=" + globus.url() + "/v0.10,auth=" + globus.url();
        CarrierParts parts =
                new CarrierParts(new AddressGuard(List.of("127.0.0.1")), Clock.systemUTC(), new SecureRandom());
        Carrier carrier =
                CarrierSetting.carriers(List.of(setting), Map.of(), parts).existing("globus");
        handed.carriers.put("globus", carrier);
        GlobusGrant grant = carrier.grant().orElseThrow();
        CarrierLogin login = grant.begin();
        assertThat(login.page().toString())
                .contains(
                        "/v2/oauth2/authorize?client_id=client-1", "code_challenge_method=S256", "access_type=offline");
        assertThatThrownBy(() -> grant.finish(login.attempt(), "wrong")).hasMessageContaining("does not take the code");
        assertThatThrownBy(() -> grant.finish(login.attempt(), "right")).hasMessageContaining("not open any more");
        CarrierLogin second = grant.begin();
        grant.finish(second.attempt(), "right");
        String sent = globus.asked("POST /v2/oauth2/token").get(1).body();
        String verifier = sent.replaceFirst(".*code_verifier=([^&]*).*", "$1");
        assertThat(second.page().toString()).contains("code_challenge=" + GlobusGrant.challenge(verifier));
        assertThat(Files.readString(token)).isEqualTo("refresh-1\n");
        assertThat(Files.getPosixFilePermissions(token))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        add("d/1.nc");
        handed.passes(2);
        assertThat(globus.asked("POST /v2/oauth2/token").get(2).body())
                .contains("grant_type=refresh_token", "refresh_token=refresh-1");
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
    }

    @Test
    void fileThatIsInTheCollectionItselfHasNoSource() {
        Carrier carrier = handed.carriers.get("globus");
        assertThat(carrier.sourceOf("globus:" + COLLECTION + "/replica/d/1.nc")).isEmpty();
        assertThat(carrier.sourceOf("globus:8896f38e-68d1-4708-bce4-b1b3a3405809/replica/d/1.nc"))
                .isPresent();
    }
}
