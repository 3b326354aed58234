package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CatalogEventsTest {
    private static final String ID = "MIP-DRS7.CMIP7.CMIP.INST.M1.historical.r1.glb.mon.tas.tavg.gn.v20260101";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer send(Role role, String query, String lines) {
        return api.send(api.request("/catalog-events" + query, role)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(lines.replace('\'', '"'))));
    }

    private static String published() {
        return "{'metadata':{'time':'2026-05-01T00:00:00Z'},'data':{'payload':{'method':'POST','collection_id':'CMIP7','item':{'id':'"
                + ID + "','collection':'CMIP7','properties':{},'assets':{'a.nc':{'href':'https://n.example.org/a.nc',"
                + "'type':'application/netcdf','alternate:name':'n.example.org','file:size':4}}}}}}";
    }

    @Test
    void eventsAreTakenAndWhatCannotBeReadIsToldWithItsLine() {
        String lines = published() + "\nnonsense\n{'method':'PATCH','item_id':'a.b.c.v1','patch':{'hidden':true}}\n";

        Answer known = send(Role.OPERATOR, "", lines);
        assertThat(known.json().path("taken").asInt()).as(known.body()).isZero();
        assertThat(known.json().path("passedOver").asInt()).isEqualTo(2);

        Answer all = send(Role.OPERATOR, "?datasets=all&index=west", lines);
        assertThat(all.json().path("messages").asInt()).isEqualTo(3);
        assertThat(all.json().path("taken").asInt()).isEqualTo(2);
        assertThat(all.json().path("refused").asInt()).isOne();
        assertThat(all.json().path("troubles").get(0).path("line").asInt()).isEqualTo(2);
        assertThat(dataset(ID).path("instanceId").asString()).isEqualTo(ID);
        assertThat(dataset("a.b.c.v1").path("retracted").asBoolean()).isTrue();
    }

    private static JsonNode dataset(String instanceId) {
        return api.get("/replica-sets/" + instanceId).json().path("dataset");
    }

    @Test
    void aFileMayBeLongerThanAMessageToTheInterface() {
        Answer answer = send(Role.OPERATOR, "", ("nonsense" + " ".repeat(4000) + "\n").repeat(500));

        assertThat(answer.json().path("refused").asInt()).as(answer.body()).isEqualTo(500);
        assertThat(answer.json().path("troubles")).hasSize(100);
    }

    @Test
    void onlyOperatorsSendEventsAndOddOptionsAreRefused() {
        assertThat(send(Role.REQUESTER, "", "").status()).isEqualTo(403);
        assertThat(send(Role.OPERATOR, "?datasets=some", "").text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(send(Role.OPERATOR, "?index=a%20b", "").text("code")).isEqualTo("INVALID_REQUEST");
    }
}
