package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A path is measured between two servers, and explain names a limit that a person set: while it is measured, and after a job. */
class BenchIT {
    @TempDir
    Path directory;

    @Test
    void pathIsMeasuredAndTheLimitOfTheLinkIsNamed() throws IOException {
        try (TwoSites sites = TwoSites.paired(directory)) {
            TwoSites.Result free = sites.client("bench", "a", "--time", "2s");
            assertThat(free.code()).as(free.toString()).isZero();
            assertThat(free.out()).contains("link       a to b", "mode       mem-mem", "rate ", "limited by ");

            sites.client("limit", "set", "link", "a", "--max-rate-in", "15MB/s");
            TwoSites.Result capped = sites.client("bench", "b", "--from", "a", "--time", "5s");
            assertThat(capped.out()).contains("limited by the rate limit of the link a to b, 15 MB/s = 120 Mbit/s");

            Shell.run("mkdir -p \"$1/set\" && head -c 70000000 /dev/urandom > \"$1/set/tas.nc\"", sites.sourceData());
            TwoSites.Result moved = sites.replicate("set");
            assertThat(moved.code()).as(moved.toString()).isZero();
            TwoSites.Result job =
                    sites.client("explain", moved.out().lines().findFirst().orElseThrow());
            assertThat(job.out())
                    .contains("Limited for ", "by the rate limit of the link a to b, 15 MB/s = 120 Mbit/s");

            TwoSites.Result disks = sites.client("bench", "a", "--mode", "disk-disk", "--time", "3s");
            assertThat(disks.code()).as(disks.toString()).isZero();
            assertThat(disks.out())
                    .contains("job        job-", "The source reads 1 existing file", "dropped from the page cache")
                    .contains("to export replica and forces them");
            assertThat(sites.client("list").out()).contains("bench a disk-disk");

            assertThat(sites.client("explain", "a", "b").out()).contains("disk to disk on ");
            assertThat(sites.client("explain", "a", "b").out())
                    .contains("No job uses it now.", "memory to memory on ", "limited by the rate limit of the link");
            assertThat(sites.client("link", "show", "a", "b").out()).contains("measured   ", "mem-mem  ");
        }
    }
}
