package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.interchange.write.Aria2InputWriter;
import org.bdm.server.interchange.write.GlobusBatchWriter;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that an index offers by Globus and GridFTP only. */
@Tag("N9")
class MissingAtGlobusTest {
    private static final String ONE = "8896f38e-68d1-4708-bce4-b1b3a3405809";
    private static final String TWO = "415a6320-e49c-11e5-9798-22000b9da45e";

    @TempDir
    Path home;

    private final FakeFederation federation = new FakeFederation();
    private final InventedClaims told = new InventedClaims().original("a.org");
    private HeldTree tree;

    @BeforeEach
    void start() {
        tree = new HeldTree(home);
    }

    @AfterEach
    void stop() {
        tree.close();
    }

    private void offered(String name, String... addresses) {
        List<ClaimedLocation> locations = new ArrayList<>();
        for (String address : addresses)
            locations.add(
                    new ClaimedLocation(address, address.startsWith("https:") ? "HTTPServer" : address.split(":")[0]));
        told.add(new ClaimedFile(
                "west",
                DATASET,
                "a.org",
                name,
                OptionalLong.of(10),
                List.of(sha256(1)),
                List.of(),
                Optional.empty(),
                locations,
                Optional.empty(),
                Optional.empty()));
        federation.say(told.claims());
    }

    private void hold(String name, HoldingState state) {
        Holding holding = new Holding(
                HeldTree.IN,
                StorePath.ofUtf8(DIRECTORY + "/" + name),
                DATASET,
                10,
                Instant.EPOCH,
                state,
                Instant.EPOCH,
                List.of(new HoldingDigest(sha256(1), DigestOrigin.PUBLISHED, Instant.EPOCH)),
                0,
                null,
                null);
        tree.catalog.holdings().put(List.of(holding)).join();
    }

    private DatasetResolver resolver() {
        return new DatasetResolver(federation, tree.catalog);
    }

    private String batch(String endpoint) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new MissingAtGlobus(resolver(), tree.catalog)
                    .of(List.of(DATASET), endpoint)
                    .write(new GlobusBatchWriter(ChecksumAlgorithm.SHA256, "/in", out), out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String line(String name) {
        return "--external-checksum " + sha256(1).hex() + " '/css03_data/" + name + "' '/in/" + DIRECTORY + "/" + name
                + "'";
    }

    @Test
    void theBatchHasWhatIsMissingHereAndNamesTheEndpointAndWhatIsNotThere() {
        offered("1.nc", "globus:" + ONE + "/css03_data/1.nc", "gsiftp://a.org:2811//data/1.nc");
        offered("2.nc", "gsiftp://a.org:2811//data/2.nc");
        offered("3.nc", "globus:" + ONE + "/css03_data/3.nc");
        offered("4.nc", "globus:" + ONE + "/css03_data/4.nc");
        hold("3.nc", HoldingState.VERIFIED);
        hold("4.nc", HoldingState.DAMAGED);
        assertThat(batch(null).lines())
                .containsExactly(
                        "# source endpoint: " + ONE,
                        "# not there: '" + DIRECTORY + "/2.nc'",
                        line("1.nc"),
                        line("4.nc"));
    }

    @Test
    void severalEndpointsNeedAChoiceAndNothingMissingIsSaid() {
        offered("1.nc", "globus:" + ONE + "/css03_data/1.nc");
        offered("2.nc", "globus:" + TWO + "/css03_data/2.nc");
        refuses(ErrorCode.INVALID_REQUEST, ONE, null);
        refuses(ErrorCode.INVALID_REQUEST, "--endpoint", "another");
        assertThat(batch(TWO)).contains(line("2.nc")).doesNotContain(line("1.nc"));
        hold("1.nc", HoldingState.VERIFIED);
        hold("2.nc", HoldingState.VERIFIED);
        refuses(ErrorCode.NOT_FOUND, "Globus", null);
    }

    @Test
    void aListForAnotherProgramHasWhatIsMissingWithTheAddressesOfItsCopies() throws IOException {
        offered("1.nc", "https://a.org/data/1.nc");
        offered("2.nc", "globus:" + ONE + "/css03_data/2.nc");
        offered("3.nc", "https://a.org/data/3.nc");
        hold("3.nc", HoldingState.VERIFIED);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MissingAtDataNodes missing = new MissingAtDataNodes(resolver(), tree.catalog);
        MissingAtDataNodes.write(missing.of(List.of(DATASET)), new Aria2InputWriter(out));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("https://a.org/data/1.nc\n  out=" + DIRECTORY + "/1.nc\n  checksum=sha-256="
                        + sha256(1).hex() + "\n");
        hold("1.nc", HoldingState.VERIFIED);
        assertThatThrownBy(() -> missing.of(List.of(DATASET))).hasMessageContaining("no file is missing here");
    }

    private void refuses(ErrorCode code, String what, String endpoint) {
        assertThatThrownBy(() -> batch(endpoint))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(what);
    }

    @Test
    void theReasonOfAFileWithoutAnAddressNamesEndpointPathAndRemedyAlsoFromTheCatalog() {
        offered("1.nc", "globus:" + ONE + "/css03_data/1.nc");
        offered("2.nc", "gsiftp://a.org:2811//data/2.nc");
        List<ReplicaSet> sets = new ArrayList<>();
        resolver().resolve(new DatasetWishes(List.of(DATASET), List.of()), Keeping.STORED, sets::add);
        ReplicaSet stored =
                tree.catalog.replicaSets().find(DATASET).orElseThrow().set();
        assertThat(stored.variants().get(0).files().get(0).copies())
                .extracting(ReplicaCopy::elsewhere)
                .containsExactly(Optional.of("globus:" + ONE + "/css03_data/1.nc"));
        for (ReplicaSet set : List.of(sets.get(0), stored)) {
            List<SubmittedItem> items = new ArrayList<>();
            new ReplicaItems(Endpoint.parse("bdm://here/data/pool"), CopyPolicy.ANY).of(set, items::add);
            assertThat(items.get(0).source().text())
                    .contains("a.org (Globus endpoint " + ONE + ", path /css03_data/1.nc)")
                    .contains("bdm-client manifest " + DATASET + " --format globus-batch --missing");
            assertThat(items.get(1).source().text())
                    .contains("a.org (gsiftp://a.org:2811//data/2.nc)")
                    .doesNotContain("--missing");
        }
    }
}
