package org.bdm.server.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.catalog.handover.HandoverState;
import org.bdm.server.holding.survey.HeldTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** FTS REST over HTTP, driven by the duty. */
class FtsCarrierTest {
    private static final String SOURCE = "gsiftp://a.org:2811//data/";

    @TempDir
    Path home;

    private final FakeFts fts = new FakeFts();
    private HandedTree handed;
    private Handover handover;

    @BeforeEach
    void start() throws IOException {
        handed = new HandedTree(home);
        Path token = Files.writeString(home.resolve("token"), "t0ken");
        String setting =
                "fts=fts,address=" + fts.url() + ",token-file=" + token + ",path=davs://b.org:443/replica,export=in";
        CarrierParts parts =
                new CarrierParts(new AddressGuard(List.of("127.0.0.1")), Clock.systemUTC(), new SecureRandom());
        handed.carriers.put(
                "fts",
                CarrierSetting.carriers(List.of(setting), Map.of(), parts).existing("fts"));
    }

    @AfterEach
    void stop() {
        handed.close();
        fts.close();
    }

    private void add(String... names) {
        List<HandedFile> files = new ArrayList<>();
        for (String name : names) {
            String content = "content of " + name;
            Checksum md5 = Checksum.ofHex(ChecksumAlgorithm.MD5, "0".repeat(31) + "A");
            files.add(HandedFile.wanted(
                    files.size() + 1,
                    StorePath.ofUtf8(name),
                    SOURCE + name,
                    null,
                    content.length(),
                    List.of(HandedTree.sha256(content), md5)));
        }
        Handover.Order order = new Handover.Order("ann", "fts", "gsiftp://a.org:2811", HeldTree.IN, "CMIP6.a.b");
        handover = handed.tree.catalog.handovers().add(order, files).join();
    }

    private Handover now() {
        return handed.now(handover);
    }

    @Test
    void idOfAJobIsThatOfTheServiceItself() {
        // Python: uuid.uuid5(uuid.uuid5(uuid.UUID('01874efb-4735-4595-bc9c-591aef8240c9'), 'esgf'), 'sid-1')
        UUID space = FtsJobId.space(FakeFts.BASE, "esgf");
        assertThat(FtsJobId.of(space, "sid-1")).hasToString("fbe5592a-debf-58a3-834e-ab99ae2b0dfe");
    }

    @Test
    void listHasAnIdOfOurOwnAndChecksumsInTheFormOfFts() {
        add("d/1.nc");
        handed.passes(2);
        JsonNode document = fts.jobs.values().iterator().next();
        JsonNode file = document.path("files").get(0);
        assertThat(file.path("sources").get(0).asString()).isEqualTo(SOURCE + "d/1.nc");
        assertThat(file.path("destinations").get(0).asString()).isEqualTo("davs://b.org:443/replica/d/1.nc");
        assertThat(file.path("checksum").asString()).isEqualTo("MD5:" + "0".repeat(31) + "a");
        JsonNode params = document.path("params");
        assertThat(params.path("id_generator").asString()).isEqualTo("deterministic");
        assertThat(params.path("overwrite").isBoolean()).isTrue();
        assertThat(params.path("overwrite").asBoolean()).isFalse();
        assertThat(params.path("verify_checksum").asString()).isEqualTo("target");
        assertThat(fts.asked("POST /jobs").get(0).authorization()).isEqualTo("Bearer t0ken");
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
    }

    @Test
    void namesOfOursAreEncodedOnceInAddressesOfDestinations() {
        add("d/50%20 a#b?.nc");
        handed.passes(2);
        JsonNode file = fts.jobs.values().iterator().next().path("files").get(0);
        assertThat(file.path("destinations").get(0).asString())
                .isEqualTo("davs://b.org:443/replica/d/50%2520%20a%23b%3F.nc");
    }

    @Test
    void jobWhoseAnswerWasLostIsFoundByItsComputedId() {
        add("d/1.nc");
        handed.pass();
        fts.loses = "POST /jobs";
        handed.passes(2);
        fts.loses = "nothing";
        handed.passes(1);
        assertThat(fts.jobs).hasSize(1);
        assertThat(now().sent().task()).isEqualTo(fts.jobs.keySet().iterator().next());
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
    }

    @Test
    void jobOfOtherFilesUnderTheSameIdIsNotFollowed() {
        add("d/1.nc");
        handed.pass();
        fts.loses = "POST /jobs";
        handed.passes(1);
        fts.loses = "nothing";
        String id = fts.jobs.keySet().iterator().next();
        fts.jobs.put(id, FakeService.JSON.readTree("{\"files\":[{\"sources\":[\"x\"],\"destinations\":[\"y\"]}]}"));
        handed.passes(1);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says()).contains("other files in job " + id);
    }

    @Test
    void missingDelegationIsForAPersonAndNotRepeated() {
        add("d/1.nc");
        fts.isDelegated = false;
        handed.passes(5);
        assertThat(fts.asked("POST /jobs")).hasSize(1);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says())
                .contains("delegated", "No delegation found", "handover again")
                .doesNotContain("t0ken");
        fts.isDelegated = true;
        handed.tree.catalog.handovers().again(handover.number(), false).join();
        handed.passes(1);
        assertThat(fts.jobs).hasSize(1);
    }

    @Test
    void tapeIsWaitedForAndAnEndedJobIsReadFromTheArchivePerFile() {
        add("d/1.nc", "d/2.nc", "d/3.nc");
        handed.passes(2);
        fts.state = "STAGING";
        handed.passes(1);
        assertThat(now().awaited()).isEqualTo(Awaited.TAPE);
        fts.state = "FINISHEDDIRTY";
        fts.isArchived = true;
        fts.files.put(SOURCE + "d/1.nc", "FINISHED|");
        fts.files.put(SOURCE + "d/2.nc", "FAILED|SOURCE [2] No such file");
        fts.files.put(SOURCE + "d/3.nc", "NOT_USED|");
        handed.passes(2);
        assertThat(now().state()).isEqualTo(HandoverState.ENDED);
        assertThat(now().says()).contains("3 of 3", "FINISHEDDIRTY");
        assertThat(handed.states(handover)).containsEntry("d/1.nc", HandedFileState.MISSING); // whatever FTS says
        assertThat(handed.files(handover).get(1).says()).contains("FAILED: SOURCE [2] No such file");
        assertThat(handed.files(handover).get(2).says()).isEqualTo("is not there");
    }

    @Test
    void againReplacesWhatTheFirstListLeft() {
        add("d/1.nc");
        handed.passes(2);
        handed.tree.write("d/1.nc", "half");
        fts.state = "FINISHED";
        handed.passes(2);
        handed.tree.catalog.handovers().again(handover.number(), false).join();
        handed.passes(1);
        List<JsonNode> jobs = List.copyOf(fts.jobs.values());
        assertThat(jobs).hasSize(2);
        assertThat(jobs.get(1).path("params").path("overwrite").asBoolean()).isTrue();
    }

    @Test
    void whatFtsWouldTakeAndCannotDoIsRefusedHere() {
        Carrier carrier = handed.carriers.get("fts");
        assertThat(carrier.sourceOf("davs://b.org:443/replica/d/1.nc")).isEmpty();
        assertThat(carrier.sourceOf("globus:8896f38e-68d1-4708-bce4-b1b3a3405809/d/1.nc"))
                .isEmpty();
        assertThat(carrier.sourceOf("gsiftp://a.org:2811//data/a b#1.nc"))
                .hasValue(new CarrierSource("gsiftp://a.org:2811", "gsiftp://a.org:2811//data/a%20b%231.nc"));
    }
}
