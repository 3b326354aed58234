package org.bdm.server.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are handed over, and to which sources. */
class HandoverOrdersTest {
    private static final String ONE = "8896f38e-68d1-4708-bce4-b1b3a3405809";
    private static final String TWO = "415a6320-e49c-11e5-9798-22000b9da45e";

    @TempDir
    Path home;

    private final FakeFederation federation = new FakeFederation();
    private final InventedClaims told = new InventedClaims().original("a.org");
    private HandedTree handed;
    private HandoverOrders orders;

    @BeforeEach
    void start() {
        handed = new HandedTree(home);
        handed.carriers.put("by-hand", new BatchCarrier(HandedTree.PLACE));
        orders = new HandoverOrders(
                handed.tree.catalog,
                new Carriers(handed.carriers),
                new DatasetResolver(federation, handed.tree.catalog),
                handed.tree.exports,
                new OwnSite(new SiteName("here"), new NodeId("a".repeat(64)), "127.0.0.1:1"));
    }

    @AfterEach
    void stop() {
        handed.close();
    }

    private void offered(String name, String... addresses) {
        List<ClaimedLocation> locations = new ArrayList<>();
        for (String address : addresses) {
            String service = address.startsWith("http") ? "HTTPServer" : address.split(":")[0];
            locations.add(new ClaimedLocation(address, service));
        }
        told.add(new ClaimedFile(
                "west",
                DATASET,
                "a.org",
                name,
                OptionalLong.of(("content of " + name).length()),
                List.of(HandedTree.sha256("content of " + name)),
                List.of(),
                Optional.empty(),
                locations,
                Optional.empty(),
                Optional.empty()));
        federation.say(told.claims());
    }

    private HandoverOrders.Made order(String destination) {
        return orders.order(new HandoverOrders.Wish(
                "ann",
                "by-hand",
                Endpoint.parse(destination),
                new DatasetWishes(List.of(DATASET), List.of()),
                DATASET,
                false));
    }

    private List<String> paths(Handover handover) {
        return handed.files(handover).stream().map(file -> file.path().shown()).toList();
    }

    @Test
    void onlyWhatNoJobCanFetchIsHandedOverOnceAndToTheSourceThatHasMost() {
        offered("1.nc", "globus:" + ONE + "/data/1.nc", "globus:" + TWO + "/two/1.nc");
        offered("2.nc", "globus:" + TWO + "/two/2.nc");
        offered("3.nc", "globus:" + ONE + "/data/3.nc", "https://a.org/3.nc");
        offered("4.nc", "gsiftp://a.org:2811//data/4.nc");
        HandoverOrders.Made made = order("bdm://here/in");
        assertThat(made.overHttp()).isEqualTo(1);
        assertThat(made.nowhere()).isEqualTo(1);
        assertThat(made.made()).hasSize(1);
        assertThat(made.made().get(0).order().source()).isEqualTo(TWO);
        assertThat(paths(made.made().get(0))).containsExactly(DIRECTORY + "/1.nc", DIRECTORY + "/2.nc");
        HandoverOrders.Made again = order("bdm://here/in");
        assertThat(again.made()).isEmpty();
        assertThat(again.underWay()).isEqualTo(2);
    }

    @Test
    void fileOfEachSourceIsInAHandoverOfItsOwn() {
        offered("1.nc", "globus:" + ONE + "/data/1.nc");
        offered("2.nc", "globus:" + TWO + "/two/2.nc");
        assertThat(order("bdm://here/in").made())
                .extracting(made -> made.order().source())
                .containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void filesThatArriveAreHoldingsOfTheirDatasetAndNotHandedOverAgain() {
        offered("1.nc", "globus:" + ONE + "/data/1.nc");
        Handover handover = order("bdm://here/in").made().get(0);
        handed.passes(2);
        handed.tree.write(DIRECTORY + "/1.nc", "content of 1.nc");
        orders.compare(handover.number());
        handed.passes(1);
        assertThat(handed.states(handover)).containsValue(HandedFileState.RIGHT);
        assertThat(handed.tree.holding(DIRECTORY + "/1.nc").dataset()).isEqualTo(DATASET);
        HandoverOrders.Made again = order("bdm://here/in");
        assertThat(again.made()).isEmpty();
        assertThat(again.underWay() + again.nowhere() + again.overHttp()).isZero();
    }

    @Test
    void listHasWhatIsNotThereAsTheCarrierNamesIt() throws IOException {
        offered("1.nc", "globus:" + ONE + "/data/1.nc");
        offered("it's.nc", "globus:" + ONE + "/data/it's #1.nc");
        Handover handover = order("bdm://here/in").made().get(0);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        orders.writeList(handover.number(), out);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).isNotEmpty().allMatch(line -> line.startsWith("--external-checksum "));
        assertThat(lines.get(0)).endsWith("'/data/1.nc' '/replica/" + DIRECTORY + "/1.nc'");
    }

    @Test
    void destinationThatTheCarrierDoesNotWriteToIsRefused() {
        offered("1.nc", "globus:" + ONE + "/data/1.nc");
        refused(ErrorCode.INVALID_REQUEST, "bdm://here/in", () -> order("bdm://here/other"));
        refused(ErrorCode.DESTINATION_NOT_LOCAL, "there", () -> order("bdm://there/in"));
    }

    @Test
    void comparisonIsNotBegunWhileAServiceWorks() {
        ScriptedCarrier carrier = new ScriptedCarrier();
        handed.carriers.put("globus", carrier);
        Handover handover = handed.add("globus", Map.of("d/1.nc", "x"));
        HandoverOrders asked = new HandoverOrders(
                handed.tree.catalog,
                new Carriers(handed.carriers),
                new DatasetResolver(federation, handed.tree.catalog),
                handed.tree.exports,
                new OwnSite(new SiteName("here"), new NodeId("a".repeat(64)), "127.0.0.1:1"));
        handed.passes(2);
        refused(ErrorCode.ILLEGAL_STATE, "handover cancel handover-1", () -> asked.compare(handover.number()));
    }

    private static void refused(ErrorCode code, String what, Runnable asked) {
        assertThatThrownBy(asked::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(what);
    }
}
