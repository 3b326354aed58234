package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;
import static org.bdm.server.upkeep.ArchiveSite.OUT;
import static org.bdm.server.upkeep.ArchiveSite.key;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.BucketQuirk;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of removal whose files are objects of a bucket. */
class PurgeFromBucketTest {
    @TempDir
    private Path home;

    private ArchiveSite site;

    @BeforeEach
    void open() {
        open(home.resolve("first"));
    }

    private void open(Path directory) {
        site = new ArchiveSite(directory);
        site.holdObjects(OLD, "a.nc", "b.nc");
        site.publish(OLD, false, "a.nc", "b.nc");
        site.holdObjects(NEW, "a.nc", "c.nc");
        site.publish(NEW, false, "a.nc", "c.nc");
        assertThat(site.state(OUT, OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Map<String, PurgeOutcome> outcomes(PurgePlan plan) {
        Map<String, PurgeOutcome> outcomes = new TreeMap<>();
        for (PurgeFile file : site.files(plan)) outcomes.put(file.path().name().shown(), file.outcome());
        return outcomes;
    }

    private String textOf(PurgePlan plan, String name) {
        return site.files(plan).stream()
                .filter(file -> file.path().name().shown().equals(name))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void objectsOfThePlanAreDeletedAndForgottenAndNothingElse() {
        PurgePlan ended = site.apply(site.plan(false));
        assertThat(ended.application().removedFiles()).isEqualTo(2);
        assertThat(ended.application().removedBytes()).isEqualTo(8);
        assertThat(site.bucket.keys()).containsExactly(key(NEW, "a.nc"), key(NEW, "c.nc"));
        assertThat(site.state(OUT, OLD, "a.nc")).isNull();
        assertThat(site.state(OUT, NEW, "a.nc")).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void anObjectThatWasUploadedAgainStaysAndSaysWhy() {
        PurgePlan plan = site.plan(false);
        site.bucket.foreign(key(OLD, "a.nc"), bytes("x.nc"));
        PurgePlan ended = site.apply(plan);
        assertThat(outcomes(ended))
                .containsEntry("a.nc", PurgeOutcome.KEPT)
                .containsEntry("b.nc", PurgeOutcome.REMOVED);
        assertThat(textOf(ended, "a.nc")).contains("another object", "ETag");
        assertThat(site.bucket.content(key(OLD, "a.nc"))).isEqualTo(bytes("x.nc"));
    }

    @Test
    void anObjectWhoseETagWasNeverSeenStays() {
        Holding known = site.catalog
                .holdings()
                .find(
                        OUT,
                        site.files(site.plan(false)).stream()
                                .map(PurgeFile::path)
                                .toList())
                .values()
                .iterator()
                .next();
        Holding unread = new Holding(
                OUT,
                known.path(),
                known.dataset(),
                known.size(),
                known.modified(),
                known.state(),
                known.since(),
                known.digests(),
                0,
                null,
                null);
        site.catalog.holdings().put(List.of(unread)).join();
        PurgePlan ended = site.apply(site.plan(false));
        assertThat(textOf(ended, known.path().name().shown())).contains("bdm-client verify");
        assertThat(site.bucket.keys()).hasSize(3);
    }

    @Test
    void theOldVersionStaysWhenAnObjectOfTheNewOneWasReplaced() {
        PurgePlan plan = site.plan(false);
        site.bucket.foreign(key(NEW, "c.nc"), bytes("y.nc"));
        PurgePlan ended = site.apply(plan);
        assertThat(outcomes(ended).values()).containsOnly(PurgeOutcome.KEPT);
        assertThat(textOf(ended, "a.nc")).contains("of the newer version");
        assertThat(site.bucket.keys()).hasSize(4);
    }

    @Test
    void thePlanSaysWhatADeletionDoesInTheBucket() {
        assertThat(site.plan(false).note())
                .contains("export 'out' is a bucket", "without a quarantine")
                .doesNotContain("Not atomic", "keeps versions");
    }

    @Test
    void thePlanSaysWhatTheStoreDoesNotHold() {
        site.bucket.has(BucketQuirk.DELETE_IGNORES_CONDITION, BucketQuirk.KEEPS_VERSIONS);
        assertThat(site.plan(false).note()).contains("Not atomic here", "keeps versions: a delete marker");
    }

    @Test
    void aBucketThatKeepsVersionsKeepsTheBytesBehindAMarker() {
        site.bucket.has(BucketQuirk.KEEPS_VERSIONS);
        PurgePlan ended = site.apply(site.plan(false));
        assertThat(textOf(ended, "a.nc")).contains("delete marker");
        assertThat(site.bucket.content(key(OLD, "a.nc"))).isNull();
        assertThat(site.bucket.hidden(key(OLD, "a.nc"))).isEqualTo(bytes("a.nc"));
    }

    @Test
    void nothingIsBroughtBackFromABucket() {
        PurgePlan ended = site.apply(site.plan(false));
        assertThatThrownBy(() -> site.purging.restore(ended.number()))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("no quarantine");
    }

    @Test
    void aPlanThatIsKilledAtAnyCallOfTheStoreEndsAfterTheNextStart() {
        StoreManners unused = site.stores().manners(site.objects);
        PurgePlan undisturbed = site.plan(false);
        site.bucket.lives();
        site.apply(undisturbed);
        int calls = site.bucket.calls().size();
        assertThat(calls).isGreaterThan(5);
        for (boolean isDone : List.of(false, true)) {
            for (int call = 1; call <= calls; call += 2) killedAt(call, isDone);
        }
    }

    private void killedAt(int call, boolean isDone) {
        site.close();
        open(home.resolve(call + "-" + isDone));
        StoreManners unused = site.stores().manners(site.objects);
        PurgePlan plan = site.plan(false);
        site.bucket.diesAt(call, isDone);
        site.purging.apply(plan.number(), "bob", null).join();
        site.purging.close(); // what is under way ends
        site.bucket.lives();
        site.clock.turn(Duration.ofMinutes(1));
        site.restart();
        PurgePlan ended = site.applied(plan);
        String when = "killed at call " + call + ", carried out: " + isDone;
        boolean wasSuccessorUnseen = ended.application().removedFiles() == 0;
        if (wasSuccessorUnseen) {
            assertThat(site.bucket.keys()).as(when).hasSize(4);
            return; // a newer version that cannot be looked at keeps all, as in a directory
        }
        assertThat(site.bucket.keys()).as(when).containsExactly(key(NEW, "a.nc"), key(NEW, "c.nc"));
        assertThat(outcomes(ended).values()).as(when).containsOnly(PurgeOutcome.REMOVED);
        assertThat(site.state(OUT, OLD, "b.nc")).as(when).isNull();
    }
}
