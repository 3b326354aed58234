package org.bdm.server.dataset.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.dataset.publish.ReplicaPublication.Shown;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.StacCredential;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.holding.survey.HeldTree;
import org.bdm.server.interchange.write.StacReplica;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.testkit.FakeStac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a Transaction API on a socket. */
class ReplicaPublicationTest {
    private static final String ID = "CMIP6.CMIP.INST.MODEL.historical.r1i1p1f1.Amon.tas.gn.v20200101";
    private static final DatasetName DATASET = DatasetName.of(ID);
    private static final String SHA256 = "ab".repeat(32);
    private static final StacReplica OURS =
            new StacReplica("Node.Example.org", URI.create("https://node.example.org/thredds/fileServer/data"));
    private static final String TOKEN = "secret-token-of-ann";

    @TempDir
    Path home;

    private FakeStac stac;
    private HeldTree tree;

    @BeforeEach
    void start() throws IOException {
        stac = FakeStac.start(0);
        tree = new HeldTree(home);
        stac.with("{'id':'" + ID + "','collection':'CMIP6','properties':{'retracted':false},'assets':{"
                + asset("a.nc", SHA256) + "," + asset("b.nc", SHA256)
                + ",'globus':{'href':'https://app.globus.org/x','type':'text/html'}}}");
    }

    @AfterEach
    void stop() {
        tree.close();
        stac.close();
    }

    private static String asset(String name, String sha256) {
        return "'" + name + "':{'href':'https://first.example.org/" + name
                + "','type':'application/netcdf','alternate:name':'first.example.org','file:size':4,"
                + "'file:checksum':'1220" + sha256 + "'}";
    }

    private void hold(String name, long size, DigestOrigin origin, String sha256) {
        HoldingDigest digest =
                new HoldingDigest(Checksum.ofHex(ChecksumAlgorithm.SHA256, sha256), origin, Instant.EPOCH);
        tree.catalog
                .holdings()
                .put(List.of(new Holding(
                        HeldTree.IN,
                        StorePath.ofUtf8(ID.replace('.', '/') + "/" + name),
                        ID,
                        size,
                        Instant.EPOCH,
                        HoldingState.VERIFIED,
                        Instant.EPOCH,
                        List.of(digest),
                        0,
                        null,
                        null)))
                .join();
    }

    private void holdAll() {
        hold("a.nc", 4, DigestOrigin.PUBLISHED, SHA256);
        hold("b.nc", 4, DigestOrigin.READBACK, SHA256);
    }

    private ReplicaPublication publication(String... allowed) {
        IndexSettings usual = IndexSettings.of("west", IndexKind.STAC, stac.address());
        IndexSettings west = new IndexSettings(
                "west",
                IndexKind.STAC,
                stac.address(),
                "",
                100,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                List.of(),
                true,
                usual.pageRecords(),
                usual.offsetMax(),
                usual.answerBytesMax(),
                usual.cachedFor(),
                Optional.of(stac.address()));
        IndexSettings mute = IndexSettings.of("mute", IndexKind.STAC, stac.address());
        StacTransactions catalogs = new StacTransactions(
                ConfiguredFederation.of(List.of(west, mute), new AddressGuard(List.of()), Clock.systemUTC()),
                new AddressGuard(List.of(allowed)),
                "bulk-data-mover/1.2");
        OwnSite own = new OwnSite(new SiteName("here"), new NodeId("a".repeat(64)), "127.0.0.1:1");
        return new ReplicaPublication(catalogs, new ManifestFiles(tree.catalog, tree.exports, own), tree.clock);
    }

    private Shown send() {
        return publication("127.0.0.1").send("west", DATASET, OURS, new StacCredential(TOKEN + "\n"));
    }

    private static void refuses(ErrorCode code, String what, Runnable sending) {
        assertThatThrownBy(sending::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(what)
                .hasMessageNotContaining(TOKEN);
    }

    @Test
    void whatIsHeldAsItIsPublishedIsSentOnceAndShowsAfterAWhile() {
        holdAll();
        stac.applyLater();

        assertThat(send()).isEqualTo(new Shown("CMIP6", 2, 0, 2));

        FakeStac.Sent sent = stac.sent().get(0);
        assertThat(sent.path()).isEqualTo("/collections/CMIP6/items/" + ID);
        assertThat(sent.contentType()).isEqualTo("application/json-patch+json");
        assertThat(sent.authorization()).isEqualTo("Bearer " + TOKEN);
        assertThat(sent.userAgent()).isEqualTo("bulk-data-mover/1.2");
        assertThat(sent.patch())
                .as("room for alternates, and one for each file")
                .hasSize(6);
        assertThat(sent.patch().get(4).path("path").asString()).isEqualTo("/assets/a.nc/alternate/Node.Example.org");
        assertThat(sent.patch().get(5).path("value").path("href").asString())
                .startsWith("https://node.example.org/thredds/fileServer/data/CMIP6/CMIP/")
                .endsWith("/b.nc");
        assertThat(publication().look("west", DATASET, "node.example.org")).isEqualTo(new Shown("CMIP6", 2, 0, 0));

        stac.apply();

        assertThat(publication().look("west", DATASET, "node.example.org")).isEqualTo(new Shown("CMIP6", 2, 2, 0));
    }

    @Test
    @Tag("E5")
    void anAssetWithoutAlternatesGetsRoomForThemFirstIfItIsStillAsItWasRead() {
        holdAll();
        stac.failWithoutAlternates();
        assertThat(send()).isEqualTo(new Shown("CMIP6", 2, 0, 2));
        assertThat(stac.sent().get(0).patch())
                .extracting(one ->
                        one.path("op").asString() + " " + one.path("path").asString())
                .startsWith("test /assets/a.nc", "add /assets/a.nc/alternate", "test /assets/b.nc");
        assertThat(publication().look("west", DATASET, "node.example.org")).isEqualTo(new Shown("CMIP6", 2, 2, 0));
    }

    @Test
    @Tag("E5")
    void whatACatalogTookAlthoughItSaidThatItFailedIsLookedAtAgain() {
        holdAll();
        stac.applyAndFail();
        assertThat(send()).isEqualTo(new Shown("CMIP6", 2, 0, 2));
        assertThat(send()).as("it shows").isEqualTo(new Shown("CMIP6", 2, 2, 0));
    }

    @Test
    void aRepeatSendsNothingThatShowsAlready() {
        holdAll();
        send();

        assertThat(send()).isEqualTo(new Shown("CMIP6", 2, 2, 0));
        assertThat(stac.sent()).hasSize(1);
    }

    @Test
    void aCopyThatIsNotTheDatasetAsItIsPublishedIsNotTold() {
        hold("a.nc", 4, DigestOrigin.PUBLISHED, SHA256);
        refuses(ErrorCode.REPLICA_INCOMPLETE, "b.nc is not held here", this::send);
        hold("b.nc", 5, DigestOrigin.READBACK, SHA256);
        refuses(ErrorCode.REPLICA_INCOMPLETE, "b.nc has 5 bytes here and 4 in the catalog", this::send);
        hold("b.nc", 4, DigestOrigin.READBACK, "cd".repeat(32));
        refuses(ErrorCode.REPLICA_INCOMPLETE, "b.nc has the digest", this::send);
        hold("b.nc", 4, DigestOrigin.LISTED, SHA256);
        refuses(ErrorCode.REPLICA_INCOMPLETE, "b.nc was never verified here", this::send);
        hold("b.nc", 4, DigestOrigin.READ, SHA256);
        hold("c.nc", 4, DigestOrigin.READ, SHA256);
        refuses(ErrorCode.REPLICA_INCOMPLETE, "c.nc is held here, but is not in the catalog", this::send);

        assertThat(stac.sent()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "400, PUBLICATION_REFUSED, does not find the change valid",
        "401, PUBLICATION_REFUSED, get a new one",
        "403, PUBLICATION_REFUSED, does not let this credential change the project or data node",
        "404, PUBLICATION_REFUSED, does not have the item",
        "409, PUBLICATION_REFUSED, another change of the item under way",
        "412, PUBLICATION_REFUSED, another change of the item under way",
        "422, PUBLICATION_REFUSED, does not find the change valid",
        "302, PUBLICATION_REFUSED, a redirect",
        "500, OUTCOME_UNKNOWN, may have taken the change",
        "501, OUTCOME_UNKNOWN, may have taken the change",
        "418, PUBLICATION_REFUSED, refused the change",
        "503, INDEX_UNAVAILABLE, takes no changes now"
    })
    void everyRefusalSaysWhatToDoAndNeverTheCredential(int status, ErrorCode code, String what) {
        holdAll();
        stac.refuse(status, "you sent " + TOKEN + " as your token");

        refuses(code, what, this::send);
    }

    @Test
    void whatTheCatalogSaysIsQuoted() {
        holdAll();
        stac.refuse(422, "asset b.nc is unknown");

        refuses(ErrorCode.PUBLICATION_REFUSED, "asset b.nc is unknown", this::send);
    }

    @Test
    void aRetractedItemAndOneThatIsNotThereAreNotChanged() {
        holdAll();
        stac.with("{'id':'" + ID + "','collection':'CMIP6','properties':{'retracted':'True'},'assets':{}}");
        refuses(ErrorCode.PUBLICATION_REFUSED, "was retracted", this::send);
        refuses(
                ErrorCode.UNKNOWN_DATASET,
                "has no item a.b.c.v1",
                () -> publication().look("west", DatasetName.of("a.b.c.v1"), "node.example.org"));
    }

    @Test
    void onlyIndexesWithATransactionApiAreTold() {
        refuses(
                ErrorCode.UNSUPPORTED,
                "has no Transaction API",
                () -> publication().look("mute", DATASET, "x"));
        refuses(
                ErrorCode.NOT_FOUND,
                "there is no index 'east'",
                () -> publication().look("east", DATASET, "x"));
    }

    @Test
    void aPrivateAddressThatIsNotNamedGetsNoCredential() {
        holdAll();

        refuses(
                ErrorCode.ADDRESS_REFUSED,
                "not public",
                () -> publication().send("west", DATASET, OURS, new StacCredential(TOKEN)));
        assertThat(stac.sent()).isEmpty();
    }

    @Test
    void aCredentialIsOneWordAndShowsNothingOfItself() {
        assertThat(new StacCredential(TOKEN).toString()).doesNotContain(TOKEN);
        refuses(ErrorCode.INVALID_REQUEST, "not a bearer token", () -> new StacCredential(TOKEN + "\r\nX: y"));
        refuses(ErrorCode.INVALID_REQUEST, "not a bearer token", () -> new StacCredential(" "));
    }
}
