package org.bdm.server.dataset.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.DIRECTORY;
import static org.bdm.server.testkit.InventedClaims.md5;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaNote;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReplicaMergeTest {
    private static final String EARLY = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_185001-194912.nc";
    private static final String LATE = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_195001-201412.nc";
    private static final String WHOLE = "tas_Amon_INV-ESM_historical_r1i1p1f1_gn_185001-201412.nc";

    private static ReplicaSet only(InventedClaims told) {
        List<ReplicaSet> sets = ReplicaMerge.of(told.claims());
        assertThat(sets).hasSize(1);
        return sets.get(0);
    }

    private static List<ReplicaFile> files(ReplicaSet set) {
        return set.variants().get(0).files();
    }

    private static List<String> codes(ReplicaSet set) {
        return set.notes().stream().map(ReplicaNote::code).distinct().toList();
    }

    private static ReplicaNode node(ReplicaSet set, String name) {
        return set.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void copiesOfAFileMeetAcrossIndexesSpellingsAndNumberedNames() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 10, sha256(1))
                .by("east")
                .of(DATASET.toLowerCase(Locale.ROOT))
                .copy("b.org")
                .file("b.org", EARLY + "_0", 10, sha256(1)));

        assertThat(set.instanceId()).isEqualTo(DATASET);
        assertThat(files(set)).hasSize(1);
        ReplicaFile file = files(set).get(0);
        assertThat(file.name()).isEqualTo(EARLY);
        assertThat(file.path()).contains(DIRECTORY + "/" + EARLY);
        assertThat(file.copies()).extracting(ReplicaCopy::node).containsExactly("a.org", "b.org");
        assertThat(file.digests()).singleElement().satisfies(digest -> {
            assertThat(digest.value()).isEqualTo(sha256(1));
            assertThat(digest.nodes()).isEqualTo(2);
        });
        assertThat(codes(set)).contains("SPELLING", "FILE_NAME");
    }

    @Test
    void md5HereAndSha256ThereAreOneVariantWithBothDigests() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 10, sha256(1))
                .copy("b.org")
                .file("b.org", EARLY, 10, md5(7)));

        assertThat(set.variants()).hasSize(1);
        assertThat(files(set).get(0).digests())
                .extracting(digest -> digest.value().algorithm())
                .containsExactly(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5);
    }

    @Test
    @Tag("S4")
    void theIndexesThatSayADigestAreKnownAndNotThoseThatSayAnotherOrNone() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 10, sha256(1))
                .file("b.org", EARLY, 10, sha256(1))
                .by("east")
                .file("a.org", EARLY, 10, sha256(1))
                .by("north")
                .file("a.org", EARLY, 10, sha256(2)));

        assertThat(files(set).get(0).copies())
                .extracting(ReplicaCopy::node, ReplicaCopy::saidBy)
                .containsExactly(
                        tuple("a.org", Map.of(ChecksumAlgorithm.SHA256, Set.of("east", "west"))),
                        tuple("b.org", Map.of(ChecksumAlgorithm.SHA256, Set.of("west"))));
        List<Claim> remembered = RememberedClaims.of(set, Set.of(), Set.of());
        assertThat(ReplicaMerge.of(remembered).get(0).variants())
                .as("what is remembered is still said by the same")
                .isEqualTo(set.variants());
    }

    @Test
    void md5OfAnotherSizeIsAnotherVariant() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 10, sha256(1))
                .copy("b.org")
                .file("b.org", EARLY, 11, md5(7)));

        assertThat(set.variants()).hasSize(2);
    }

    @Test
    void otherBytesUnderTheSameNameAreNeverMixedAndTheOriginalWins() {
        ReplicaSet set = only(new InventedClaims()
                .copy("a.org")
                .file("a.org", EARLY, 10, sha256(1))
                .copy("b.org")
                .file("b.org", EARLY, 10, sha256(1))
                .original("z.org")
                .file("z.org", EARLY, 10, sha256(2)));

        assertThat(set.variants()).hasSize(2);
        assertThat(files(set).get(0).digests().get(0).value()).isEqualTo(sha256(2));
        assertThat(files(set).get(0).copies()).extracting(ReplicaCopy::node).containsExactly("z.org");
        assertThat(node(set, "z.org").variant()).isEqualTo(OptionalInt.of(0));
        assertThat(node(set, "a.org").variant()).isEqualTo(OptionalInt.of(1));
        assertThat(set.notes())
                .filteredOn(note -> note.code().equals("DIVERGENT"))
                .extracting(ReplicaNote::text)
                .anyMatch(text -> text.contains("z.org holds the original"));
    }

    @Test
    void withoutAnOriginalTheVariantOfMostNodesWins() {
        ReplicaSet set = only(new InventedClaims()
                .file("a.org", EARLY, 10, sha256(2))
                .file("b.org", EARLY, 10, sha256(1))
                .file("c.org", EARLY, 10, sha256(1)));

        assertThat(files(set).get(0).digests().get(0).value()).isEqualTo(sha256(1));
    }

    @Test
    void aWrongSizeAloneIsAFindingAndNoOtherVariant() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 5605850, sha256(1))
                .file("b.org", EARLY, 5605846, sha256(1))
                .file("c.org", EARLY, 5605850, sha256(1)));

        assertThat(set.variants()).hasSize(1);
        assertThat(files(set).get(0).size()).hasValue(5605850);
        assertThat(files(set).get(0).copies()).extracting(ReplicaCopy::saysSize).containsExactly(true, false, true);
        assertThat(codes(set)).contains("SIZE_DIFFERS");
    }

    @Test
    void aNodeThatHoldsAPartAddsItsCopiesAndTheUnionIsTaken() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 10, sha256(1))
                .file("b.org", LATE, 11, sha256(2))
                .file("c.org", EARLY, 10, sha256(1))
                .file("c.org", LATE, 11, sha256(2)));

        assertThat(set.variants()).hasSize(1);
        assertThat(files(set)).extracting(ReplicaFile::name).containsExactly(EARLY, LATE);
        assertThat(files(set).get(1).copies()).extracting(ReplicaCopy::node).containsExactly("b.org", "c.org");
    }

    @Test
    void piecesOfAnotherLengthAreAnotherVariantEvenIfSomeFileIsTheSame() {
        String day = "tas_day_INV_195001-195112.nc";
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", day, 9, sha256(9))
                .file("a.org", WHOLE, 20, sha256(3))
                .file("b.org", day, 9, sha256(9))
                .file("b.org", EARLY, 10, sha256(1))
                .file("b.org", LATE, 10, sha256(2)));

        assertThat(set.variants()).hasSize(2);
        assertThat(files(set)).extracting(ReplicaFile::name).containsExactly(WHOLE, day);
    }

    @Test
    void retractedAnywhereIsRetractedAndTheContestIsShown() {
        ReplicaSet set = only(new InventedClaims()
                .dataset("a.org", false, true, false)
                .by("east")
                .dataset("b.org", true, false, true)
                .file("b.org", EARLY, 10, sha256(1)));

        assertThat(set.retracted()).isTrue();
        assertThat(node(set, "a.org").retracted()).isFalse();
        assertThat(node(set, "b.org").retracted()).isTrue();
        assertThat(codes(set)).contains("RETRACTED_CONTESTED", "LATEST_CONTESTED");
    }

    @Test
    void whatIndexesSayDifferentlyOfOneNodeIsSettledByTheOtherNodes() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", EARLY, 10, sha256(2))
                .by("east")
                .file("a.org", EARLY, 10, sha256(1))
                .file("b.org", EARLY, 10, sha256(2)));

        assertThat(set.variants()).hasSize(1);
        assertThat(files(set).get(0).digests().get(0).value()).isEqualTo(sha256(2));
        assertThat(codes(set)).contains("DIGEST_CONTESTED");
    }

    @Test
    void aPathThatLeadsElsewhereIsNotTaken() {
        for (String hint : List.of(
                "../../etc/v20190101/" + EARLY,
                "/" + DIRECTORY + "/" + EARLY,
                DIRECTORY.replace("historical", "ssp585") + "/" + EARLY,
                DIRECTORY + "/../" + EARLY,
                "CMIP6/CMIP/INV/INV-ESM/historical/r1i1p1f1/Amon/ta s/gn/v20190101/" + EARLY)) {
            ReplicaSet set =
                    only(new InventedClaims().original("a.org").file("a.org", EARLY, 10, Optional.of(hint), sha256(1)));
            assertThat(set.directory()).as(hint).contains(DIRECTORY);
            assertThat(codes(set)).as(hint).contains("PATH_UNUSABLE");
        }
    }

    @Test
    void aFileNameThatIsNoneHasNoPath() {
        ReplicaSet set = only(new InventedClaims()
                .original("a.org")
                .file("a.org", "..", 10, sha256(1))
                .file("a.org", "a/b.nc", 10, sha256(1)));

        assertThat(files(set)).extracting(ReplicaFile::path).containsOnly(Optional.empty());
    }

    @Test
    void theSameClaimsGiveTheSameSetInWhateverOrderAndHoweverOften() {
        Random random = new Random(20190101);
        for (int round = 0; round < 200; round++) {
            List<Claim> claims = contradictory(random);
            List<ReplicaSet> expected = ReplicaMerge.of(claims);
            for (int shuffle = 0; shuffle < 5; shuffle++) {
                List<Claim> other = new ArrayList<>(claims);
                other.add(claims.get(random.nextInt(claims.size())));
                Collections.shuffle(other, random);
                assertThat(ReplicaMerge.of(other)).isEqualTo(expected);
            }
            for (ReplicaSet set : expected) assertNothingIsMixed(set, claims);
        }
    }

    private static List<Claim> contradictory(Random random) {
        InventedClaims told = new InventedClaims();
        List<String> names = List.of(EARLY, LATE, WHOLE, EARLY + "_0");
        for (int i = 0; i < 12; i++) {
            String node = "node" + random.nextInt(4) + ".org";
            told.by("index" + random.nextInt(2));
            told.of(random.nextBoolean() ? DATASET : DATASET.toUpperCase(Locale.ROOT));
            if (random.nextInt(3) == 0) {
                told.dataset(node, random.nextInt(3) > 0, random.nextBoolean(), random.nextInt(5) == 0);
                continue;
            }
            String name = names.get(random.nextInt(names.size()));
            long size = 10L + random.nextInt(2);
            Optional<String> hint = random.nextBoolean() ? Optional.of(DIRECTORY + "/" + name) : Optional.empty();
            switch (random.nextInt(3)) {
                case 0 -> told.file(node, name, size, hint, sha256(random.nextInt(2)));
                case 1 -> told.file(node, name, size, hint, md5(random.nextInt(2)));
                default -> told.file(node, name, size, hint);
            }
        }
        return told.claims();
    }

    /** Every node stands in one variant at most, and all its listed files in that one. */
    private static void assertNothingIsMixed(ReplicaSet set, List<Claim> claims) {
        for (ReplicaNode node : set.nodes()) {
            long variants = set.variants().stream()
                    .filter(variant -> variant.files().stream()
                            .flatMap(file -> file.copies().stream())
                            .anyMatch(copy -> copy.node().equals(node.name())))
                    .count();
            assertThat(variants).isEqualTo(node.files() == 0 ? 0 : 1);
        }
        assertThat(claims).isNotEmpty();
    }
}
