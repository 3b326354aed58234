package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.bdm.client.demo.DemoReplicaSet;
import org.bdm.client.demo.TreeDigests;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The main job between two real servers: everything arrives, verified, and a second time nothing moves. */
@ExtendWith(SharedSites.class)
class ReplicateTreeIT {
    private static final Path CLIMATE_FILES_OF_DEBIAN = Path.of("/usr/share/ferret-vis/data");

    private final TwoSites sites;

    ReplicateTreeIT(TwoSites sites) {
        this.sites = sites;
    }

    @Test
    void everyFileOfATreeArrivesVerifiedAndASecondSubmitMovesNothing() throws IOException {
        Path tree = sites.sourceData().resolve("cmip6");
        DemoReplicaSet.ofAbout(8 << 20).write(tree);
        Shell.run(
                "cd \"$1\" && : > empty && mkdir -p deep/er && echo x > deep/er/x && touch -d '2001-02-03 04:05:06.789' deep/er/x deep",
                tree);

        assertReplicated("cmip6");
        assertNothingMoves("cmip6");
    }

    @Test
    void theClimateFilesOfDebianArrive() throws IOException {
        assumeTrue(Files.isDirectory(CLIMATE_FILES_OF_DEBIAN), "package ferret-datasets is not installed");
        Shell.run(
                "cp -a \"$1\" \"$2\"",
                CLIMATE_FILES_OF_DEBIAN,
                sites.sourceData().resolve("ferret"));
        assertReplicated("ferret", "--symlinks", "keep");
        assertNothingMoves("ferret");
    }

    @Test
    void aTreeOfEsgPrepareArrivesAsItIs() throws IOException {
        Path tree = sites.sourceData().resolve("prepared");
        Shell.run("""
                mkdir -p "$1/tas/files/d20180803" "$1/tas/v20180803" "$1/tas/v20190101" "$1/empty/below"
                cd "$1/tas"
                head -c 100000 /dev/urandom > files/d20180803/tas_185001.nc
                ln -s ../files/d20180803/tas_185001.nc v20180803/tas_185001.nc
                ln -s ../files/d20180803/tas_185001.nc v20190101/tas_185001.nc
                ln -s v20190101 latest
                """, tree);
        assertReplicated("prepared");
        assertThat(Files.readSymbolicLink(sites.destinationData().resolve("prepared/tas/latest"))
                        .toString())
                .isEqualTo("v20190101");
        assertThat(sites.destinationData().resolve("prepared/empty/below")).isEmptyDirectory();
    }

    @Test
    void aSingleFileArrivesUnderItsNewName() throws IOException {
        Shell.run("head -c 5000000 /dev/urandom > \"$1/one.nc\"", sites.sourceData());
        Result result = sites.client("submit", sites.from("one.nc"), sites.to("renamed.nc"), "--wait");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(sites.destinationData().resolve("renamed.nc"))
                .hasSameBinaryContentAs(sites.sourceData().resolve("one.nc"));
    }

    @Test
    void reportTellsEvidenceAndTimes() throws IOException {
        Shell.run(
                "mkdir -p \"$1/report\" && head -c 3000000 /dev/urandom > \"$1/report/x\" && : > \"$1/report/y\"",
                sites.sourceData());
        Result submitted = sites.replicate("report");
        assertThat(submitted.code()).as(submitted.err()).isZero();
        Result report = sites.client("report", submitted.out().strip());
        assertThat(report.out()).contains("state          SUCCEEDED", "2 stream", "data security", "listing");
    }

    private void assertReplicated(String name, String... options) throws IOException {
        Result result = sites.replicate(name, options);
        assertThat(result.code()).as(result.err()).isZero();
        Path from = sites.sourceData().resolve(name);
        Path to = sites.destinationData().resolve(name);
        Shell.run("diff -r --no-dereference \"$1\" \"$2\"", from, to);
        assertThat(Shell.tree(to)).isEqualTo(Shell.tree(from));

        Map<String, String> digests = new HashMap<>();
        for (Iterator<FileView> files = sites.api().files(result.out().strip(), null, null); files.hasNext(); ) {
            FileView file = files.next();
            assertThat(file.state()).as(file.toString()).isEqualTo("DONE");
            if (file.digest() != null)
                digests.put(path(file, name), file.digest().value());
        }
        assertThat(digests).containsAllEntriesOf(TreeDigests.of(to));
    }

    private String path(FileView file, String name) {
        String root = sites.to(name) + "/";
        assertThat(file.destination()).startsWith(root);
        return file.destination().substring(root.length());
    }

    private void assertNothingMoves(String name) throws IOException {
        Result again = sites.replicate(name);
        assertThat(again.code()).as(again.err()).isZero();
        JobView job = sites.api().job(again.out().strip());
        assertThat(job.bytes().moved()).isZero();
        assertThat(job.files().done()).isZero();
        assertThat(job.files().skipped()).isEqualTo(job.files().total()).isPositive();
    }
}
