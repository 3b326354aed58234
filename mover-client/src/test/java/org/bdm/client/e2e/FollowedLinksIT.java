package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code --symlinks follow}: what links lead to arrives in their place, and nothing from outside the export. */
@ExtendWith(SharedSites.class)
class FollowedLinksIT {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    @Test
    void whatLinksLeadToArrivesAndOnlyWrongLinksFail(TwoSites sites) throws IOException {
        Path data = sites.sourceData();
        Files.writeString(data.getParent().resolveSibling("secret"), "not for anybody"); // beside the export
        Shell.run("""
                mkdir -p "$1/tas/files/d1/deep" "$1/shared" && cd "$1/tas"
                head -c 3000000 /dev/urandom > files/d1/tas.nc
                head -c 1000 /dev/urandom > files/d1/deep/pr.nc
                head -c 100 /dev/urandom > ../shared/grid.nc
                ln -s files/d1 latest
                ln -s ../shared/grid.nc grid.nc
                ln -s "$1/shared/grid.nc" absolute.nc
                ln -s nowhere gone
                ln -s ../../../secret out
                ln -s /etc/hostname far
                ln -s .. files/up
                """, data);

        JobLook job = sites.submit("tas", "--symlinks", "follow");
        JobView end = job.awaitEnd(LONGEST);

        assertThat(end.state()).as(job.told()).isEqualTo("PARTIAL");
        Path arrived = sites.destinationData().resolve("tas");
        Shell.run("rm \"$1/tas/gone\" \"$1/tas/out\" \"$1/tas/far\" \"$1/tas/files/up\"", data);
        assertThat(Shell.run("diff -r \"$1\" \"$2\" && find \"$2\" -type l | wc -l", data.resolve("tas"), arrived)
                        .strip())
                .isEqualTo("0");
        assertThat(codes(job))
                .isEqualTo(Map.of(
                        "gone", "LINK_DANGLING",
                        "out", "LINK_LEAVES_TREE",
                        "far", "LINK_LEAVES_TREE",
                        "up", "LINK_LOOP"));
        assertThat(sites.partialFilesOf(job)).isEmpty();
    }

    private static Map<String, String> codes(JobLook job) {
        return job.files("FAILED").stream()
                .collect(Collectors.toMap(
                        file -> Path.of(file.source()).getFileName().toString(), FileView::errorCode));
    }
}
