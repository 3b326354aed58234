package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.md5;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNote;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.DatasetName;
import org.junit.jupiter.api.Test;

/** Whose word counts first where nodes or indexes differ, and which addresses are taken. */
class RankOfNodesTest {
    private final NoteBook notes = new NoteBook();

    private static ClaimedFile claim(
            String index, String node, String name, long size, List<String> urls, Checksum... digests) {
        return new ClaimedFile(
                index,
                DATASET,
                node,
                name,
                size < 0 ? OptionalLong.empty() : OptionalLong.of(size),
                List.of(digests),
                List.of(),
                Optional.empty(),
                urls.stream().map(url -> new ClaimedLocation(url, "HTTPServer")).toList(),
                Optional.empty(),
                Optional.empty());
    }

    private static ToldNode node(String name, ClaimedFile... files) {
        ToldNode node = new ToldNode(name);
        for (ClaimedFile file : files) node.add(file);
        return node;
    }

    private static ClaimedFile file(String name, Checksum... digests) {
        return claim("east", "n", name, 10, List.of(), digests);
    }

    private static List<List<String>> groups(ToldNode... nodes) {
        return new DivergentNodes(List.of(nodes))
                .groups().stream()
                        .map(group -> group.stream().map(ToldNode::name).toList())
                        .toList();
    }

    private List<String> codes() {
        return notes.notes().stream().map(ReplicaNote::code).toList();
    }

    // ---- nodes ----

    @Test
    void nodeThatGivesMoreOfTheStrongDigestsGoesFirstThenThatWithMoreFilesThenByName() {
        ToldNode few = node("a.org", file("1", md5(1)));
        ToldNode alsoFew = node("b.org", file("1", md5(1)));
        ToldNode more = node("c.org", file("1", md5(1)), file("2", md5(2)));
        ToldNode strong = node("d.org", file("1", sha256(1)));
        assertThat(groups(few, alsoFew, more, strong)).containsExactly(List.of("d.org", "c.org", "a.org", "b.org"));
    }

    private static ClaimedDataset record(String node, Optional<Boolean> isReplica, Optional<Instant> indexedAt) {
        DatasetName name = DatasetName.of(DATASET);
        ClaimedStatus status = new ClaimedStatus(isReplica, Optional.empty(), Optional.empty(), Optional.empty());
        return new ClaimedDataset(
                "east",
                DATASET,
                name.masterId(),
                name.version(),
                "CMIP6",
                node,
                status,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of(),
                Optional.empty(),
                indexedAt);
    }

    @Test
    void originalGoesFirstThoughItGivesLess() {
        ToldNode strong = node("a.org", file("1", sha256(1)), file("2", sha256(2)));
        ToldNode original = node("z.org", file("1", sha256(1)));
        original.add(record("z.org", Optional.of(false), Optional.empty()));
        assertThat(groups(strong, original)).containsExactly(List.of("z.org", "a.org"));
    }

    @Test
    void nodeThatListsNoFileIsInNoGroup() {
        ToldNode without = node("a.org");
        without.add(record("a.org", Optional.of(false), Optional.empty()));
        assertThat(groups(without, node("b.org", file("1", sha256(1))))).containsExactly(List.of("b.org"));
    }

    @Test
    void newestRecordThatSaysSoTellsWhetherANodeHoldsTheOriginal() {
        Instant early = Instant.parse("2020-01-01T00:00:00Z");
        ToldNode node = node("a.org");
        node.add(record("a.org", Optional.empty(), Optional.of(early.plusSeconds(2))));
        assertThat(node.isOriginal()).as("nobody says so").isFalse();
        node.add(record("a.org", Optional.of(true), Optional.of(early)));
        assertThat(node.isOriginal()).isFalse();
        node.add(record("a.org", Optional.of(false), Optional.of(early.plusSeconds(1))));
        assertThat(node.isOriginal()).isTrue();
        node.add(record("a.org", Optional.of(true), Optional.empty()));
        assertThat(node.isOriginal())
                .as("a record without a time is the oldest")
                .isTrue();
    }

    @Test
    void nodesOfAGroupKeepTheirOrderHoweverManyThereAre() {
        List<ToldNode> nodes = new ArrayList<>();
        for (String name : List.of("e", "d", "c", "b", "a")) nodes.add(node(name, file("1", sha256(1))));
        assertThat(groups(nodes.toArray(ToldNode[]::new))).containsExactly(List.of("a", "b", "c", "d", "e"));
    }

    @Test
    void nodeWhoseOwnPiecesOverlapDoesNotContradictOneThatHoldsOneOfThem() {
        String whole = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_185001-201412.nc";
        String early = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_185001-194912.nc";
        ToldNode both = node("a.org", file(whole, sha256(1)), file(early, sha256(2)));
        ToldNode part = node("b.org", file(whole, sha256(1)));
        assertThat(groups(both, part)).containsExactly(List.of("a.org", "b.org"));
    }

    // ---- sizes that indexes contest ----

    @Test
    void ofSeveralSizesAtOneNodeThatIsTakenWhichOtherNodesSay() {
        ToldNode contested = node(
                "a.org",
                claim("east", "a.org", "1", 10, List.of()),
                claim("west", "a.org", "1", 12, List.of()),
                claim("south", "a.org", "1", 11, List.of()));
        ToldNode other = node("b.org", claim("east", "b.org", "1", 12, List.of()));
        new SettledClaims(List.of(contested, other), notes).settle();
        assertThat(contested.files().get("1").size()).hasValue(12);
        assertThat(contested.files().get("1").sizes()).containsExactly(12L);
        assertThat(codes()).containsExactly("SIZE_CONTESTED");
    }

    @Test
    void ofSeveralSizesThatNobodyElseSaysTheSmallestIsTaken() {
        ToldNode contested =
                node("a.org", claim("east", "a.org", "1", 11, List.of()), claim("west", "a.org", "1", 10, List.of()));
        ToldNode without = node("b.org", claim("east", "b.org", "2", 11, List.of()));
        new SettledClaims(List.of(contested, without), notes).settle();
        assertThat(contested.files().get("1").size()).hasValue(10);
    }

    @Test
    void claimsThatAgreeAreNotContested() {
        ToldNode agreed = node(
                "a.org",
                claim("east", "a.org", "1", 10, List.of(), sha256(1)),
                claim("west", "a.org", "1", 10, List.of(), sha256(1)));
        new SettledClaims(List.of(agreed), notes).settle();
        assertThat(codes()).isEmpty();
    }

    // ---- files and addresses ----

    private ReplicaFile merged(ToldNode... nodes) {
        List<ReplicaFile> files = new MergedFiles(List.of(nodes), Optional.empty(), notes).files();
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    @Test
    void onlyAddressesThatCanBeFetchedAreTakenAndTheCopyStaysKnown() {
        String good = "https://a.org/1";
        String tooLong = "https://a.org/" + "x".repeat(4_000);
        String noAddress = "https://";
        ReplicaFile file = merged(
                node("a.org", claim("east", "a.org", "1", 10, List.of(good, tooLong, noAddress), sha256(1))),
                node("b.org", claim("east", "b.org", "1", 10, List.of("gsiftp://b.org/1"), md5(1))));
        assertThat(file.copies()).extracting(ReplicaCopy::node).containsExactly("a.org", "b.org");
        assertThat(file.copies()).extracting(ReplicaCopy::url).containsExactly(Optional.of(good), Optional.empty());
        assertThat(codes()).containsExactly("URL_UNUSABLE", "URL_UNUSABLE");
    }

    @Test
    void copySaysOnlyTheSizeAndTheDigestsThatWereTaken() {
        ReplicaFile file = merged(
                node("a.org", claim("east", "a.org", "1", 10, List.of("https://a.org/1"), sha256(1))),
                node("b.org", claim("east", "b.org", "1", 10, List.of("https://b.org/1"), sha256(1))),
                node("c.org", claim("east", "c.org", "1", 11, List.of("https://c.org/1"), sha256(1))),
                node("d.org", claim("east", "d.org", "1", -1, List.of("https://d.org/1"))));
        assertThat(file.size()).hasValue(10);
        assertThat(file.copies()).extracting(ReplicaCopy::saysSize).containsExactly(true, true, false, false);
        assertThat(codes()).containsExactly("SIZE_DIFFERS");
    }

    @Test
    void fileWithoutSizeDigestAndAddressIsMergedAndFound() {
        ReplicaFile file = merged(node("a.org", claim("east", "a.org", "1", -1, List.of())));
        assertThat(file.size()).isEmpty();
        assertThat(file.digests()).isEmpty();
        assertThat(codes()).containsExactly("DIGEST_UNKNOWN", "NO_HTTP_COPY", "SIZE_UNKNOWN");
    }

    @Test
    void nameWithoutANumberIsTakenIfAnybodyWritesItSo() {
        ReplicaFile file = merged(
                node("a.org", claim("east", "a.org", "1.nc_0", 10, List.of())),
                node("b.org", claim("east", "b.org", "1.nc_1", 10, List.of())),
                node("c.org", claim("east", "c.org", "1.nc_1", 10, List.of())));
        assertThat(file.name()).isEqualTo("1.nc_1");
        assertThat(merged(
                                node("a.org", claim("east", "a.org", "1.nc_0", 10, List.of())),
                                node("b.org", claim("east", "b.org", "1.nc_0", 10, List.of())),
                                node("c.org", claim("east", "c.org", "1.nc", 10, List.of())))
                        .name())
                .isEqualTo("1.nc");
    }

    @Test
    void handleAndTimeOfAFileAreThoseOfTheFirstNodeThatGivesThem() {
        Instant modified = Instant.parse("2019-12-07T01:02:03Z");
        ReplicaFile file = merged(
                node("a.org", claim("east", "a.org", "1", 10, List.of(), sha256(1))),
                node("b.org", told("b.org", "hdl:2", modified)),
                node("c.org", told("c.org", "hdl:1", modified.minusSeconds(1))));
        assertThat(file.trackingId()).contains("hdl:2");
        assertThat(file.modified()).contains(modified);
    }

    private static ClaimedFile told(String node, String trackingId, Instant modified) {
        return new ClaimedFile(
                "east",
                DATASET,
                node,
                "1",
                OptionalLong.of(10),
                List.of(sha256(1)),
                List.of(),
                Optional.of(trackingId),
                List.of(),
                Optional.empty(),
                Optional.of(modified));
    }

    @Test
    void copySaysOnlyTheDigestsThatItsNodeGives() {
        ReplicaFile file = merged(
                node("a.org", claim("east", "a.org", "1", 10, List.of(), sha256(1), md5(7))),
                node("b.org", claim("east", "b.org", "1", 10, List.of(), md5(7))),
                node("c.org", claim("east", "c.org", "1", 10, List.of(), sha256(1), md5(8))));
        assertThat(file.copies())
                .extracting(ReplicaCopy::saysDigests)
                .containsExactly(
                        Set.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5),
                        Set.of(ChecksumAlgorithm.MD5),
                        Set.of(ChecksumAlgorithm.SHA256));
        assertThat(codes()).containsExactly("DIGEST_DIFFERS", "NO_HTTP_COPY");
    }
}
