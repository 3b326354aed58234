package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The exports of a site of several nodes on one PostgreSQL, all in one process. */
@Timeout(180)
class ManyNodesTest {
    @TempDir
    Path directory;

    private SiteInProcess site;

    @BeforeEach
    void begin() {
        site = new SiteInProcess(directory);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private RunningServer node(String home, String export, String... more) {
        List<String> options = new ArrayList<>(List.of("--export", export));
        options.addAll(List.of(more));
        return site.node(home, options.toArray(String[]::new));
    }

    private static JobId submit(RunningServer node, String to) {
        return SiteInProcess.submit(node, to, 0);
    }

    private static void assertRefused(ErrorCode code, Runnable start, String text) {
        assertThatThrownBy(start::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void twoDirectoriesUnderOneNameAreRefused() throws IOException {
        node("one", "in=" + site.tree("to") + ":rw");
        Path other = site.tree("other");
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("two", "in=" + other + ":rw"), "mount its file system");
        assertRefused(
                ErrorCode.EXPORT_DIFFERS,
                () -> node("two", "in=" + other + ":rw", "--accept-export", "in"),
                "but is offered by process");
        node("two", "more=" + other + ":rw");
    }

    @Test
    void directoryOfAnotherCatalogIsRefused() throws IOException {
        Path shared = site.tree("to");
        ServerInProcess.start(directory, "c", "in=" + shared + ":rw", List.of()).stop();
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("one", "in=" + shared + ":rw"), "belongs to site c");
        node("one", "in=" + shared + ":rw", "--accept-export", "in");
    }

    @Test
    void fileSystemThatIsNotMountedIsNoticedAtTheStart() throws IOException {
        Path mounted = site.tree("to");
        node("one", "in=" + mounted + ":rw").stop();
        Files.move(mounted, directory.resolve("elsewhere"));
        site.tree("to");
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("one", "in=" + mounted + ":rw"), "mount its file system");
    }

    @Test
    void nodeWithoutTheExportLeavesItsJobsToTheOthers() throws IOException {
        Path from = site.tree("from");
        Path to = site.tree("to");
        SiteInProcess.files(from, 2, 30);
        RunningServer source = site.source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        RunningServer other = node("two", "more=" + site.tree("more") + ":rw");
        one.stop();

        JobId job = submit(other, "bdm://b/in/tree");
        await().pollDelay(Duration.ofSeconds(2))
                .until(() ->
                        other.parts().catalog().jobs().find(job).orElseThrow().state() == JobState.QUEUED);
        RunningServer again = node("one", "in=" + to + ":rw");

        assertThat(SiteInProcess.ended(again, job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(to.resolve("tree/d1/f29")).exists();
    }
}
