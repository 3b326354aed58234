package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.job.StateReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A link that closes while a job moves, and a site that is banned: the job waits, says why, and resumes by itself. */
@ExtendWith(SharedSites.class)
class ClosedLinkIT {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int BYTES = 24_000_000;

    @Test
    void aJobWaitsForItsWindowAndForTheEndOfABanAndSaysSoInTheSameWords(TwoSites sites) throws IOException {
        Path tree = Files.createDirectories(sites.sourceData().resolve("tas"));
        Shell.run("head -c " + BYTES + " /dev/urandom > \"$1/tas.nc\"; echo x > \"$1/small.nc\"", tree);
        JobLook job = sites.submit("tas", "--max-rate", "6MB/s");
        job.await("bytes", LONGEST, now -> now.bytes().moved() > 2_000_000);

        LocalTime opens = LocalTime.now(ZoneOffset.UTC).plusHours(6).truncatedTo(ChronoUnit.MINUTES);
        done(sites.client("link", "set", "a", "b", "--window", "daily " + opens + "-" + opens.plusHours(2) + " UTC"));
        StateReason closed = waits(job, "WINDOW_CLOSED");
        assertThat(closed.text()).startsWith("The link a to b is closed until ").contains("UTC");
        assertThat(Duration.between(Instant.now(), Objects.requireNonNull(closed.nextAt())))
                .isBetween(Duration.ofHours(5), Duration.ofHours(7));
        saysTheSame(sites, job, closed);
        assertThat(sites.client("link", "list").out()).contains("closed until");

        done(sites.client("link", "set", "a", "b", "--window", "none"));
        long moved = Objects.requireNonNull(
                        job.await("more bytes", LONGEST, now -> now.bytes().moved() > 8_000_000))
                .bytes()
                .moved();
        done(sites.client("site", "ban", "a", "--reason", "broken files"));
        StateReason banned = waits(job, "SITE_BANNED");
        saysTheSame(sites, job, banned);
        assertThat(sites.client("site", "list").out()).contains("SITE_BANNED by");
        assertThat(sites.client("attention").out()).contains("SITE_BANNED", "bdm-client site unban a");
        assertThat(sites.client("ls", "bdm://a/data").err()).contains("banned");

        done(sites.client("site", "unban", "a"));
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.bytes().moved()).isGreaterThan(moved);
        ReportView report = job.api().report(job.id());
        System.out.println(
                "moved " + report.bytes().moved() + ", resent " + report.bytes().resent());
        Shell.run(
                "cmp \"$1/tas.nc\" \"$2/tas.nc\"", tree, sites.destinationData().resolve("tas"));
        assertThat(sites.partialFilesOf(job)).isEmpty();

        done(TwoSites.client(sites.source(), "site", "ban", "b"));
        JobLook.awaitThat(
                "a refusal",
                LONGEST,
                () -> sites.client("ls", "bdm://a/data").err().contains("the other site has banned 'b'"));
        done(TwoSites.client(sites.source(), "site", "unban", "b"));
        JobLook.awaitThat(
                "an answer", LONGEST, () -> sites.client("ls", "bdm://a/data").code() == 0);
    }

    private static void done(TwoSites.Result result) {
        assertThat(result.code()).as(result.toString()).isZero();
    }

    private static StateReason waits(JobLook job, String code) {
        JobView paused = job.await(
                code,
                LONGEST,
                now -> now.state().equals("PAUSED")
                        && now.stateReason() != null
                        && now.stateReason().code().equals(code));
        return Objects.requireNonNull(paused.stateReason());
    }

    private static void saysTheSame(TwoSites sites, JobLook job, StateReason reason) {
        String words = reason.text().replaceAll("\\s+", " ");
        for (String verb : new String[] {"status", "explain"}) {
            String out = sites.client(verb, job.id()).out().replaceAll("\\s+", " ");
            assertThat(out).as(verb).contains(reason.code()).contains(words);
        }
    }
}
