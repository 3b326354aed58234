package org.bdm.client.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bdm.core.control.holding.MirrorView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A mirror over processes: what vanished at the source is planned, also over a kill, moved away by a person, and brought back. */
@ExtendWith(OwnSites.class)
class MirrorIT {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final List<String> NAMES = List.of("a.nc", "d/b.nc", "d/c.nc", "e/f.nc", "g.nc");

    private final TwoSites sites;

    MirrorIT(TwoSites sites) {
        this.sites = sites;
    }

    /** Files with their names for content. */
    private static Path write(Path tree, List<String> names) throws IOException {
        for (String name : names) {
            Files.createDirectories(tree.resolve(name).getParent());
            Files.writeString(tree.resolve(name), name);
        }
        return tree;
    }

    @Test
    void whatVanishedAtTheSourceIsPlannedAppliedAndRestored() throws Exception {
        Path source = write(sites.sourceData().resolve("vanished"), NAMES);
        Path copy = sites.destinationData().resolve("vanished");
        Files.createSymbolicLink(source.resolve("d/link"), Path.of("b.nc"));
        JobLook first = mirrored("vanished");
        assertThat(compared(first.id()).state()).isEqualTo("NOT_NEEDED");

        Files.delete(source.resolve("d/link"));
        Files.delete(source.resolve("d/b.nc"));
        JobLook second = mirrored("vanished");
        sites.destination().kill();
        sites.destination().start();
        MirrorView mirror = compared(second.id());
        assertThat(mirror.state()).as(mirror.text()).isEqualTo("PLANNED");
        assertThat(mirror.files()).isEqualTo(2);
        assertThat(copy.resolve("d/b.nc")).hasContent("d/b.nc");
        String plan = mirror.plan();
        assertThat(sites.client("status", second.id()).out()).contains("mirror", plan, "2 files");
        assertThat(sites.client("report", second.id()).out()).contains("mirror", plan);
        assertThat(sites.client("attention").out()).contains("bdm-client purge --apply " + plan);
        assertThat(sites.client("purge", "--show", plan, "--files").out())
                .contains("mirror " + second.id(), "vanished/d: 2 files", "vanished/d/b.nc", "vanished/d/link");

        TwoSites.Result applied = sites.client("purge", "--apply", plan);
        assertThat(applied.code()).as(applied.err()).isZero();
        assertThat(Files.exists(copy.resolve("d/link"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        TreeOracle.assertSame(source, copy);
        assertThat(sites.client("attention").out()).doesNotContain(plan);

        TwoSites.Result restored = sites.client("purge", "--restore", plan);
        assertThat(restored.code()).as(restored.err()).isZero();
        assertThat(copy.resolve("d/b.nc")).hasContent("d/b.nc");
        assertThat(Files.readSymbolicLink(copy.resolve("d/link"))).isEqualTo(Path.of("b.nc"));
    }

    @Tag("T1")
    @Test
    void whatTheSourceChangedIsReplacedAndKeptAndThePlanIsMade() throws Exception {
        Path source = write(sites.sourceData().resolve("changed"), NAMES);
        Path copy = sites.destinationData().resolve("changed");
        Files.createSymbolicLink(source.resolve("latest"), Path.of("d"));
        mirrored("changed");
        Files.delete(source.resolve("latest"));
        Files.createSymbolicLink(source.resolve("latest"), Path.of("e"));
        Files.writeString(source.resolve("a.nc"), "rewritten");
        Files.writeString(source.resolve("g.nc"), "G.nc");
        Files.writeString(copy.resolve("e/f.nc"), "somebody wrote this here");
        Files.delete(source.resolve("d/b.nc"));
        JobLook second = mirrored("changed");
        MirrorView mirror = compared(second.id());
        assertThat(mirror.state()).as(mirror.text()).isEqualTo("PLANNED");
        assertThat(mirror.files()).isEqualTo(1);
        assertThat(copy.resolve("a.nc")).hasContent("rewritten");
        assertThat(Files.readSymbolicLink(copy.resolve("latest"))).isEqualTo(Path.of("e"));
        assertThat(sites.client("quarantine", "list").out())
                .contains(
                        "replica/changed/a.nc",
                        "replica/changed/g.nc",
                        "replica/changed/latest",
                        "replica/changed/e/f.nc");
        assertThat(sites.client("purge", "--list").out()).contains("replaced by " + second.id());
        assertThat(sites.client("attention").out()).contains(mirror.plan()).doesNotContain("failed-" + second.id());
        assertThat(sites.client("purge", "--apply", mirror.plan()).code()).isZero();
        TreeOracle.assertSame(source, copy);
    }

    @Tag("T1")
    @Test
    void whatBecameOfAnotherKindIsPlannedAndTheNextRunPlacesTheNew() throws Exception {
        Path source = write(
                sites.sourceData().resolve("kinds"),
                List.of("keep.nc", "file", "dir/b.nc", "dir/deep/c.nc", "was/d.nc"));
        Path copy = sites.destinationData().resolve("kinds");
        Files.createSymbolicLink(source.resolve("latest"), Path.of("dir"));
        mirrored("kinds");
        Files.delete(source.resolve("file"));
        Files.delete(source.resolve("latest"));
        for (String name : List.of("dir/b.nc", "dir/deep/c.nc", "dir/deep", "dir", "was/d.nc", "was"))
            Files.delete(source.resolve(name));
        Files.writeString(source.resolve("dir"), "now a file");
        Files.createSymbolicLink(source.resolve("was"), Path.of("keep.nc"));
        write(source, List.of("file/x.nc", "latest/y.nc"));
        JobLook second = sites.submit("kinds", "--delete");
        assertThat(second.awaitEnd(LONGEST).state()).as(second.told()).isEqualTo("PARTIAL");
        MirrorView mirror = compared(second.id());
        assertThat(mirror.state()).as(mirror.text()).isEqualTo("PLANNED");
        assertThat(mirror.text()).contains("in the way");
        assertThat(mirror.files()).isEqualTo(5);
        assertThat(copy.resolve("dir/deep/c.nc")).hasContent("dir/deep/c.nc");
        TwoSites.Result refused = sites.client("purge", "--apply", mirror.plan());
        assertThat(refused.err()).contains("--confirm-count 5", "is a file or a link at the source now");
        TwoSites.Result applied = sites.client("purge", "--apply", mirror.plan(), "--confirm-count", "5");
        assertThat(applied.code()).as(applied.err()).isZero();
        mirrored("kinds");
        TreeOracle.assertSame(source, copy);
        assertThat(sites.client("quarantine", "list").out())
                .contains("kinds/file", "kinds/latest", "kinds/dir/b.nc", "kinds/dir/deep/c.nc", "kinds/was/d.nc");
    }

    @Tag("T4")
    @Test
    void aPlanSaysHowMuchHardLinksOfTheSourceBecome() throws Exception {
        Path source = sites.sourceData().resolve("counted");
        Files.createDirectories(source.resolve("v1"));
        Files.createDirectories(source.resolve("v2"));
        for (int i = 0; i < 20; i++) {
            Files.write(source.resolve("v1/" + i), new byte[2048]);
            if (i < 18) Files.createLink(source.resolve("v2/" + i), source.resolve("v1/" + i));
            else Files.write(source.resolve("v2/" + i), new byte[2048]);
        }
        TwoSites.Result plan = sites.client("plan", "bdm://a/data/counted", "bdm://b/replica/counted", "--recursive");
        assertThat(plan.out()).contains("18 of the files are hard links of others: they become 36.0 KiB more");
    }

    @Test
    @Tag("T4")
    void linksAreThereThoughTheDestinationDiesWhileTheyAreMade() throws Exception {
        Path source = sites.sourceData().resolve("linked");
        Path copy = sites.destinationData().resolve("linked");
        Files.createDirectories(source.resolve("v1"));
        Files.createDirectories(source.resolve("v2"));
        for (int i = 0; i < 20; i++) {
            Files.write(source.resolve("v1/" + i), ("file " + i).repeat(500).getBytes(UTF_8));
            if (i < 18) Files.createLink(source.resolve("v2/" + i), source.resolve("v1/" + i));
            else Files.write(source.resolve("v2/" + i), new byte[2048]);
        }
        TwoSites.Result plan = sites.client(
                "plan", "bdm://a/data/linked", "bdm://b/replica/linked", "--recursive", "--hard-links", "keep");
        assertThat(plan.out()).contains("18 names become hard links of others");

        JobLook job = sites.submit("linked", "--hard-links", "keep");
        JobLook.awaitThat("a first name is there", LONGEST, () -> Files.exists(copy.resolve("v1/0")));
        sites.destination().kill();
        sites.destination().start();
        assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");

        TreeOracle.assertSame(source, copy);
        for (int i = 0; i < 18; i++) {
            assertThat(Files.getAttribute(copy.resolve("v2/" + i), "unix:ino"))
                    .isEqualTo(Files.getAttribute(copy.resolve("v1/" + i), "unix:ino"));
        }
        assertThat(sites.client("verify", job.id()).code()).isZero();
    }

    private JobLook mirrored(String tree) throws Exception {
        JobLook job = sites.submit(tree, "--delete");
        assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");
        return job;
    }

    private MirrorView compared(String job) {
        JobLook.awaitThat(
                "the destination is compared",
                LONGEST,
                () -> !mirror(job).state().equals("WAITING"));
        return mirror(job);
    }

    private MirrorView mirror(String job) {
        try {
            return sites.api().job(job).mirror();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
