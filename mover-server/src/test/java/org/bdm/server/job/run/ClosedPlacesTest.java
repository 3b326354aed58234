package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.dataset.DataNodeRecords;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose sources are outside their windows, under maintenance, or banned. It is Friday, 10:00 UTC; this site is "b". */
class ClosedPlacesTest {
    private static final Instant EVENING = Instant.parse("2026-11-20T18:00:00Z");
    private static final String NEAR = "https://near.example/cmip6/tas.nc";
    private static final String FAR = "http://far.example:8080/cmip6/tas.nc";

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 1).file("two.nc", 2));
        site.sources.show("c", new TestTree().file("other.nc", 1));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void window(String source, String... windows) {
        site.catalog.placeRules().setWindows(source, List.of(windows), "ana").join();
        site.rulesChanged();
    }

    private void ban(String place) {
        site.catalog.placeRules().ban(place, "broken files", null, "ana").join();
        site.rulesChanged();
    }

    private void unban(String place) {
        site.catalog.placeRules().unban(place).join();
        site.rulesChanged();
    }

    private static SubmittedItem published(String name) {
        return new SubmittedItem(
                ItemSource.kept(NEAR),
                "bdm://b/in/" + name,
                false,
                17,
                List.of(Checksum.ofHex(ChecksumAlgorithm.MD5, "00112233445566778899aabbccddeeff")),
                Instant.parse("2019-12-07T01:02:03Z"),
                List.of(new ItemCopy(NEAR, 0), new ItemCopy(FAR, 1)));
    }

    private Job paused(JobId job, String code) {
        return site.when(job, found -> found.state() == JobState.PAUSED && isExplained(found, code));
    }

    private static boolean isExplained(Job job, String code) {
        return job.reason() != null && job.reason().code().equals(code);
    }

    private JobId running() {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1
                && site.sessions.last().entries.size() == 2);
        return job;
    }

    @Test
    void workStopsWhenTheWindowClosesAndResumesByItselfWhenItOpens() {
        window("a", "daily 08:00-10:30 UTC", "daily 18:00-20:00 UTC");
        JobId job = running();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        site.sessions.stopAfter(stopped);

        site.clock.turn(Duration.ofMinutes(31));
        await().until(() -> site.sessions.last().isStopped);
        assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE); // the chunk is kept until nothing of it runs
        stopped.complete(null);

        Job paused = paused(job, "WINDOW_CLOSED");
        assertThat(paused.reason().nextAt()).isEqualTo(EVENING);
        assertThat(paused.reason().text())
                .isEqualTo("The link a to b is closed until 2026-11-20T18:00:00Z; it is open"
                        + " daily 08:00-10:30 UTC; daily 18:00-20:00 UTC.");
        assertThat(site.catalog.chunks().isAnyHeld(job)).isFalse();
        assertThat(site.sessions.begun()).hasSize(1);

        site.sessions.ends(TestSessions::done);
        site.clock.turn(Duration.ofHours(8));
        assertThat(site.when(job, JobState.SUCCEEDED).reason()).isNull();
    }

    @Test
    void aChangeOfTheWindowsTakesEffectAtOnce() {
        window("a", "daily 18:00-20:00 UTC");
        JobId job = site.submitTree();
        site.start();
        assertThat(paused(job, "WINDOW_CLOSED").resumesAs()).isEqualTo(JobState.PLANNING);
        assertThat(site.sources.connects()).isZero();

        window("a", "daily 19:00-20:00 UTC");
        site.when(
                job,
                found -> found.state() == JobState.PAUSED
                        && found.reason().nextAt().equals(EVENING.plus(Duration.ofHours(1))));
        site.catalog.placeRules().removeWindows("a").join();
        site.rulesChanged();
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void filesOfOpenSourcesMoveWhileThoseOfAClosedOneWait() {
        JobId job = site.submit(new TestSite.Options(), TestSite.file("c", "other.nc"), TestSite.file("a", "one.nc"));
        window("a", "daily 18:00-20:00 UTC");
        site.start();

        await().until(() -> site.count(job, FileState.DONE) == 1);
        site.when(job, found -> isExplained(found, "WINDOW_CLOSED")); // of the listing
        site.clock.turn(Duration.ofSeconds(3));
        assertThat(paused(job, "WINDOW_CLOSED").reason().nextAt()).isEqualTo(EVENING);
        site.clock.turn(Duration.ofHours(9));
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void aBannedSiteIsNotAskedAndItsJobsResumeWithoutARestartWhenTheBanIsLifted() {
        JobId job = running();
        ban("a");
        Job paused = paused(job, "SITE_BANNED");
        assertThat(paused.reason().text()).isEqualTo("a is banned at this site, b, by ana: broken files.");
        assertThat(paused.reason().nextAt()).isNull();
        assertThat(site.sessions.begun().get(0).isStopped).isTrue();

        site.sessions.ends(TestSessions::done);
        site.clock.turn(Duration.ofDays(40));
        assertThat(site.job(job).state()).isEqualTo(JobState.PAUSED);
        unban("a");
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void maintenanceOfThisSiteStopsWhatComesIn() {
        JobId job = running();
        Instant now = site.clock.instant();
        Maintenance entry = new Maintenance(0, "b", now, now.plusSeconds(3600), "new disks", "", "ana", now);
        site.catalog.placeRules().addMaintenance(List.of(entry)).join();
        site.rulesChanged();
        Job paused = paused(job, "SITE_MAINTENANCE");
        assertThat(paused.reason().nextAt()).isEqualTo(now.plusSeconds(3600));

        site.sessions.ends(TestSessions::done);
        site.clock.turn(Duration.ofMinutes(61));
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void aFileIsTakenFromAnotherDataNodeWhenOneCloses() {
        site.sessions.ends(entry -> null);
        JobId job = site.submit(new TestSite.Options(), published("tas.nc"));
        site.start();
        await().until(() -> site.sessions.begun().size() == 1
                && site.sessions.last().entries.size() == 1);
        assertThat(site.sessions.last().entries.get(0).copies()).hasSize(2);

        site.sessions.ends(TestSessions::done);
        window("near.example", "daily 18:00-20:00 UTC");
        site.when(job, JobState.SUCCEEDED);
        assertThat(site.sessions.begun()).hasSize(2);
        assertThat(site.sessions.last().entries.get(0).copies())
                .extracting(Copy::location)
                .containsExactly(URI.create(FAR));
    }

    @Test
    void aFileWhoseDataNodesAreAllClosedWaitsAndSaysWhy() {
        ban("near.example");
        window("far.example:8080", "daily 18:00-20:00 UTC");
        JobId job = site.submit(new TestSite.Options(), published("tas.nc"));
        site.start();

        assertThat(paused(job, "WINDOW_CLOSED").reason().nextAt()).isEqualTo(EVENING);
        assertThat(site.sessions.begun()).isEmpty();
        unban("near.example");
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    @Tag("N8")
    void banOfANameThatRecordsUseHoldsForTheFirstJobOfTheFirstRecord() {
        ban("node.example");
        site.catalog
                .replicaSets()
                .put(DataNodeRecords.set("node.example", "https://near.example/cmip6/"), Map.of())
                .join();
        SubmittedItem near = published("near.nc");
        SubmittedItem only = new SubmittedItem(
                ItemSource.kept(NEAR),
                near.destination(),
                false,
                17,
                near.digests(),
                near.modified(),
                List.of(new ItemCopy(NEAR, 0)));
        JobId job = site.submit(new TestSite.Options(), only);
        site.start();

        assertThat(paused(job, "SITE_BANNED").reason().text())
                .contains("near.example serves files of node.example, which is banned");
        assertThat(site.sessions.begun()).isEmpty();
        unban("node.example");
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void oneFileOfAChunkWaitsForItsNodeWhileTheOthersMove() {
        ban("near.example");
        SubmittedItem only = published("only.nc");
        SubmittedItem atNear = new SubmittedItem(
                ItemSource.kept(NEAR),
                "bdm://b/in/near.nc",
                false,
                17,
                only.digests(),
                only.modified(),
                List.of(new ItemCopy(NEAR, 0)));
        JobId job = site.submit(new TestSite.Options(), only, atNear);
        site.start();

        paused(job, "SITE_BANNED");
        assertThat(site.count(job, FileState.DONE)).isEqualTo(1);
        assertThat(site.files(job).stream()
                        .filter(row -> row.trouble() != null)
                        .map(row -> row.trouble().code()))
                .containsExactly(ErrorCode.SITE_BANNED);
        assertThat(site.files(job).stream()
                        .map(row -> row.effort().attempts())
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(1);
        unban("near.example");
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void aJobThatAPersonResumesTooEarlySaysAgainWhyItWaits() {
        window("a", "daily 08:00-10:30 UTC");
        JobId job = running();
        site.clock.turn(Duration.ofMinutes(31));
        paused(job, "WINDOW_CLOSED");
        site.scheduler.resume(job).join();
        paused(job, "WINDOW_CLOSED");
        assertThat(site.sessions.begun()).hasSize(1);
    }

    @Test
    void aJobThatWaitsForItsWindowResumesAfterARestart() {
        window("a", "daily 08:00-10:30 UTC", "daily 18:00-20:00 UTC");
        JobId job = running();
        site.clock.turn(Duration.ofMinutes(31));
        paused(job, "WINDOW_CLOSED");
        site.sessions.ends(TestSessions::done);
        site.crashAndStart();
        site.clock.turn(Duration.ofHours(8));
        site.when(job, JobState.SUCCEEDED);
    }
}
