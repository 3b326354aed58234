package org.bdm.server.dataset.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.md5;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.junit.jupiter.api.Test;

/** Which files a job of a replica set fetches, from where, and where they go. */
class ReplicaItemsTest {
    private static final Endpoint TO = Endpoint.parse("bdm://here/in/root");
    private static final String BELOW = "bdm://here/in/root/" + DIRECTORY + "/";
    private static final Instant MODIFIED = Instant.parse("2019-12-07T01:02:03Z");

    private static ReplicaCopy copy(String node, String url) {
        return new ReplicaCopy(node, Optional.of(url).filter(text -> !text.isEmpty()), true, Set.of());
    }

    private static ReplicaCopy copy(String node) {
        return copy(node, "https://" + node + "/1.nc");
    }

    private static ReplicaFile file(String name, ReplicaCopy... copies) {
        return new ReplicaFile(
                name,
                Optional.of(DIRECTORY + "/" + name),
                OptionalLong.of(10),
                List.of(new ReplicaDigest(sha256(1), 1), new ReplicaDigest(md5(1), 1)),
                Optional.empty(),
                Optional.of(MODIFIED),
                List.of(copies));
    }

    private static ReplicaFile with(
            ReplicaFile file, Optional<String> path, OptionalLong size, List<ReplicaDigest> digests) {
        return new ReplicaFile(file.name(), path, size, digests, file.trackingId(), Optional.empty(), file.copies());
    }

    private static ReplicaSet set(Optional<String> directory, List<List<ReplicaFile>> variants) {
        List<ReplicaVariant> numbered = new ArrayList<>();
        for (List<ReplicaFile> files : variants) numbered.add(new ReplicaVariant(numbered.size(), files));
        return new ReplicaSet(
                DATASET,
                "CMIP6",
                true,
                false,
                false,
                Optional.empty(),
                directory,
                numbered,
                List.of(),
                List.of(),
                List.of());
    }

    private static List<SubmittedItem> items(CopyPolicy policy, ReplicaSet set) {
        List<SubmittedItem> items = new ArrayList<>();
        new ReplicaItems(TO, policy).of(set, items::add);
        return items;
    }

    private static SubmittedItem item(CopyPolicy policy, ReplicaFile file) {
        List<SubmittedItem> items = items(policy, set(Optional.of(DIRECTORY), List.of(List.of(file))));
        assertThat(items).hasSize(1);
        return items.get(0);
    }

    private static CopyPolicy avoiding(String... names) {
        return new CopyPolicy(List.of(), List.of(names), Optional.empty(), List.of());
    }

    private static CopyPolicy alsoAt(List<String> avoided, String... trees) {
        return new CopyPolicy(
                List.of(),
                avoided,
                Optional.empty(),
                List.of(trees).stream().map(Endpoint::parse).toList());
    }

    // ---- variants ----

    @Test
    void filesOfTheChosenVariantAloneAreFetchedUnlessANodeOfAnotherIsAskedFor() {
        ReplicaSet set = set(
                Optional.of(DIRECTORY),
                List.of(
                        List.of(file("1.nc", copy("a.org")), file("2.nc", copy("a.org"))),
                        List.of(file("3.nc", copy("b.org"), copy("c.org")))));
        assertThat(items(CopyPolicy.ANY, set))
                .extracting(SubmittedItem::destination)
                .containsExactly(BELOW + "1.nc", BELOW + "2.nc");
        CopyPolicy other = new CopyPolicy(List.of(), List.of(), Optional.of("C.org"), List.of());
        assertThat(items(other, set)).extracting(SubmittedItem::destination).containsExactly(BELOW + "3.nc");
        CopyPolicy nobody = new CopyPolicy(List.of(), List.of(), Optional.of("d.org"), List.of());
        assertThat(items(nobody, set)).hasSize(2);
    }

    @Test
    void setOfWhichNoFileIsKnownGivesNoItem() {
        assertThat(items(CopyPolicy.ANY, set(Optional.of(DIRECTORY), List.of())))
                .isEmpty();
    }

    // ---- copies ----

    @Test
    void itemHasWhatIsPublishedOfItsFileAndItsCopiesInTheirOrder() {
        CopyPolicy policy = new CopyPolicy(List.of("z.org", "m.org"), List.of(), Optional.empty(), List.of());
        SubmittedItem item = item(
                policy, file("1.nc", copy("a.org"), copy("b.org", ""), copy("m.org"), copy("n", "https://Z.org/1.nc")));
        assertThat(item.source().text()).isEqualTo("https://Z.org/1.nc");
        assertThat(item.destination()).isEqualTo(BELOW + "1.nc");
        assertThat(item.recursive()).isFalse();
        assertThat(item.size()).isEqualTo(10);
        assertThat(item.digests()).containsExactly(sha256(1), md5(1));
        assertThat(item.modified()).isEqualTo(MODIFIED);
        assertThat(item.copies())
                .containsExactly(
                        new ItemCopy("https://Z.org/1.nc", 0),
                        new ItemCopy("https://m.org/1.nc", 10),
                        new ItemCopy("https://a.org/1.nc", 20));
    }

    @Test
    void copiesOfOneRankGoByNodeThenByAddress() {
        SubmittedItem item = item(
                CopyPolicy.ANY,
                file("1.nc", copy("b.org", "https://a.org/1"), copy("a.org", "https://z.org/2"), copy("a.org")));
        assertThat(item.copies())
                .extracting(ItemCopy::location)
                .containsExactly("https://a.org/1.nc", "https://z.org/2", "https://a.org/1");
    }

    @Test
    void copyOfAnAvoidedNodeOrHostIsNotAmongThem() {
        ReplicaFile file = file("1.nc", copy("a.org"), copy("b.org"), copy("c.org", "https://Bad.org/1.nc"));
        assertThat(item(avoiding("a.org", "bad.org"), file).copies())
                .containsExactly(new ItemCopy("https://b.org/1.nc", 0));
    }

    @Test
    void copiesAndPreferencesStayWithinWhatTheCatalogKeeps() {
        List<String> preferred = new ArrayList<>();
        for (int i = 0; i < 150; i++) preferred.add("p" + i + ".org");
        List<ReplicaCopy> copies = new ArrayList<>();
        for (int i = 0; i < SubmittedItem.COPIES_MAX + 1; i++) copies.add(copy("n" + i + ".org"));
        CopyPolicy policy = new CopyPolicy(preferred, List.of(), Optional.empty(), List.of());
        SubmittedItem item = item(policy, file("1.nc", copies.toArray(ReplicaCopy[]::new)));
        assertThat(item.copies()).hasSize(SubmittedItem.COPIES_MAX);
        assertThat(item.copies()).extracting(ItemCopy::preference).containsOnly(1_000);
    }

    // ---- files that cannot be fetched ----

    @Test
    void fileWithoutASafePathFailsUnderANameOfItsOwn() {
        ReplicaFile unsafe = with(file("..\n", copy("a.org")), Optional.empty(), OptionalLong.empty(), List.of());
        List<SubmittedItem> items =
                items(CopyPolicy.ANY, set(Optional.of(DIRECTORY), List.of(List.of(unsafe, unsafe))));
        assertThat(items)
                .extracting(SubmittedItem::destination)
                .containsExactly(BELOW + "unnamed-0", BELOW + "unnamed-1");
        assertThat(items).allSatisfy(item -> {
            assertThat(item.source()).isInstanceOf(ItemSource.Nowhere.class);
            assertThat(item.size()).isEqualTo(SubmittedItem.SIZE_UNKNOWN);
            assertThat(item.source().text()).contains("no safe path", "'..?' of " + DATASET);
        });
        assertThat(items(CopyPolicy.ANY, set(Optional.empty(), List.of(List.of(unsafe)))))
                .extracting(SubmittedItem::destination)
                .containsExactly("bdm://here/in/root/unnamed/unnamed-0");
    }

    @Test
    void fileThatNobodyOffersFailsAndSaysWhy() {
        SubmittedItem avoided = item(avoiding("a.org"), file("1.nc", copy("a.org")));
        assertThat(avoided.source()).isInstanceOf(ItemSource.Nowhere.class);
        assertThat(avoided.destination()).isEqualTo(BELOW + "1.nc");
        assertThat(avoided.size()).isEqualTo(10);
        assertThat(avoided.digests()).containsExactly(sha256(1), md5(1));
        assertThat(avoided.source().text()).contains("every node that offers 1.nc of " + DATASET + " is to be avoided");
        assertThat(item(CopyPolicy.ANY, file("1.nc")).source().text()).contains("no index names a node");
        assertThat(item(CopyPolicy.ANY, file("1.nc", copy("a.org", ""), copy("b.org", "")))
                        .source()
                        .text())
                .endsWith("over HTTP; it is said to be at a.org, b.org");
    }

    // ---- trees at paired sites ----

    @Test
    void siteIsAskedForAFileThatNoDataNodeOffers() {
        SubmittedItem item = item(alsoAt(List.of(), "bdm://there/out/tree"), file("1.nc", copy("a.org", "")));
        assertThat(item.source()).isInstanceOf(ItemSource.OfCopies.class);
        assertThat(item.source()).isNotInstanceOf(ItemSource.AtDataNode.class);
        assertThat(item.source().shown()).isEqualTo("bdm://there/out/tree/" + DIRECTORY + "/1.nc");
        assertThat(item.destination()).isEqualTo(BELOW + "1.nc");
        assertThat(item.size()).isEqualTo(10);
        assertThat(item.digests()).containsExactly(sha256(1), md5(1));
        assertThat(item.modified()).isEqualTo(MODIFIED);
        assertThat(item(alsoAt(List.of(), "bdm://there/out/tree"), file("1.nc", copy("a.org")))
                        .source())
                .isInstanceOf(ItemSource.AtDataNode.class);
    }

    @Test
    void siteIsNotAskedForBytesThatCannotBeToldFromOthers() {
        CopyPolicy policy = alsoAt(List.of("a.org"), "bdm://there/out");
        ReplicaFile file = file("1.nc", copy("a.org"));
        SubmittedItem withoutSize = item(policy, with(file, file.path(), OptionalLong.empty(), file.digests()));
        assertThat(withoutSize.source().text()).contains("to be avoided", "its size is unknown");
        SubmittedItem withoutDigest = item(policy, with(file, file.path(), OptionalLong.of(10), List.of()));
        assertThat(withoutDigest.source().text()).contains("to be avoided", "its digest is unknown");
    }
}
