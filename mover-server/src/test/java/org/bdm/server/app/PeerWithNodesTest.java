package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A source site of two nodes, each with a key of its own, and a destination that paired with one of them. Everything goes over TLS. */
@Timeout(180)
class PeerWithNodesTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final SiteName SOURCE = new SiteName("a");
    private static final SiteName DESTINATION = new SiteName("b");

    @TempDir
    Path directory;

    private final CatalogLocation location = TestDatabase.POSTGRESQL.prepared();
    private final List<RunningServer> running = new ArrayList<>();
    private Path from;
    private Path to;

    @BeforeEach
    void trees() throws IOException {
        from = Files.createDirectories(directory.resolve("from"));
        to = Files.createDirectories(directory.resolve("to"));
    }

    @AfterEach
    void stop() {
        for (int i = running.size() - 1; i >= 0; i--) running.get(i).stop();
    }

    private RunningServer kept(RunningServer server) {
        running.add(server);
        return server;
    }

    /** A node of the source site, without the site's key but that of its home. */
    private RunningServer source(String home) {
        return kept(ServerInProcess.start(
                directory,
                SOURCE.value(),
                "data=" + from,
                List.of(
                        "--home",
                        directory.resolve(home).toString(),
                        "--catalog",
                        location.jdbcUrl(),
                        "--catalog-user",
                        location.user(),
                        "--data-security",
                        "tls")));
    }

    private RunningServer destination(RunningServer pairedWith) {
        RunningServer made = kept(ServerInProcess.start(
                directory, DESTINATION.value(), "in=" + to + ":rw", List.of("--data-security", "tls")));
        String code = pairedWith
                .parts()
                .callers()
                .pairing()
                .invite(DESTINATION, List.of("*"))
                .code();
        made.parts().callers().pairing().add(SOURCE, code, List.of());
        return made;
    }

    private void file(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        Path file = from.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    private static JobId submit(RunningServer destination, String to) {
        return submit(destination, to, 0);
    }

    private static JobId submit(RunningServer destination, String to, long bytesPerSecondMax) {
        return SiteInProcess.submit(destination, to, bytesPerSecondMax);
    }

    private static void assertDone(Job job) {
        assertThat(job.state()).as("%s", job.reason()).isEqualTo(JobState.SUCCEEDED);
    }

    private static boolean wasReadBy(RunningServer source) {
        return source.parts().callers().contacts().of(DESTINATION).isPresent();
    }

    private static String port(RunningServer source) {
        return source.parts().node().site().dataAddress();
    }

    private static NodeCredentials credentials(RunningServer node) {
        return node.parts().node().credentials();
    }

    @Test
    void sessionsTakeBothNodesInTurnByTheOnePairing() throws IOException {
        file("d/one", 100_000);
        RunningServer one = source("one");
        RunningServer destination = destination(one);
        RunningServer two = source("two");
        assertThat(credentials(two).key().node())
                .isNotEqualTo(credentials(one).key().node());
        assertThat(credentials(two).pin()).isEqualTo(credentials(one).key().node());
        await().atMost(SOON).until(() -> {
            assertDone(SiteInProcess.ended(destination, submit(destination, "bdm://b/in/first" + System.nanoTime())));
            return destination
                            .parts()
                            .catalog()
                            .sites()
                            .dataPorts(SOURCE)
                            .ports()
                            .size()
                    == 2;
        });

        assertThat(destination.parts().catalog().sites().dataPorts(SOURCE).ports())
                .containsExactlyInAnyOrder(port(one), port(two));
        await().atMost(SOON).until(() -> {
            assertDone(SiteInProcess.ended(destination, submit(destination, "bdm://b/in/next" + System.nanoTime())));
            return wasReadBy(two);
        });
        assertThat(wasReadBy(one)).isTrue();
    }

    @Test
    void jobGoesOnAtTheOtherNodeWhenOneStops() throws IOException {
        for (int f = 0; f < 6; f++) file("d/" + f, 4 << 20);
        RunningServer one = source("one");
        RunningServer destination = destination(one);
        RunningServer two = source("two");
        file("small/one", 10);
        await().atMost(SOON).until(() -> {
            assertDone(SiteInProcess.ended(destination, submit(destination, "bdm://b/in/first" + System.nanoTime())));
            return destination
                            .parts()
                            .catalog()
                            .sites()
                            .dataPorts(SOURCE)
                            .ports()
                            .size()
                    == 2;
        });

        JobId job = submit(destination, "bdm://b/in/tree", 3 << 20);
        await().atMost(SOON)
                .until(() -> destination.parts().live().of(job).bytes().moved() > 0);
        boolean isReadAtOne = lastReadAt(one).isAfter(lastReadAt(two));
        RunningServer other = isReadAtOne ? two : one;
        (isReadAtOne ? one : two).stop();
        Instant stopped = Instant.now();
        assertThat(destination
                        .parts()
                        .catalog()
                        .jobs()
                        .find(job)
                        .orElseThrow()
                        .state()
                        .isFinal())
                .as("in the middle of the job")
                .isFalse();

        assertDone(SiteInProcess.ended(destination, job));
        for (int f = 0; f < 6; f++)
            assertThat(to.resolve("tree/d/" + f)).hasSameBinaryContentAs(from.resolve("d/" + f));
        assertThat(lastReadAt(other)).isAfter(stopped);
        assertDone(SiteInProcess.ended(destination, submit(destination, "bdm://b/in/after")));
    }

    private static Instant lastReadAt(RunningServer source) {
        return source.parts()
                .callers()
                .contacts()
                .of(DESTINATION)
                .map(contact -> Objects.requireNonNull(contact.lastSeenAt()))
                .orElse(Instant.EPOCH);
    }

    @Test
    void nodeWithoutAnybodyWhoSignsItsKeyIsRefusedAndToldWhatToDo() {
        source("one").stop();
        assertThatThrownBy(() -> source("two"))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOME_INCOMPLETE))
                .hasMessageContaining("start the node that has the key of the site")
                .hasMessageContaining("--site-key FILE");
    }

    @Test
    void signedNodeStartsAgainWithoutTheOneThatSigned() throws IOException {
        file("d/one", 1000);
        RunningServer one = source("one");
        RunningServer destination = destination(one);
        source("two").stop();
        one.stop();
        RunningServer two = source("two");
        assertThat(credentials(two).pin()).isEqualTo(credentials(one).pin());

        String code = two.parts()
                .callers()
                .pairing()
                .invite(DESTINATION, List.of("*"))
                .code();
        assertThat(destination
                        .parts()
                        .callers()
                        .pairing()
                        .add(SOURCE, code, List.of())
                        .pin())
                .isEqualTo(credentials(one).pin());
        assertDone(SiteInProcess.ended(destination, submit(destination, "bdm://b/in/tree")));
        assertThat(wasReadBy(two)).isTrue();
    }

    @Test
    void homeOfAnotherCatalogDoesNotJoin() {
        kept(ServerInProcess.start(directory, SOURCE.value(), "data=" + from, List.of()))
                .stop();
        source("one");
        assertThatThrownBy(() -> source("home-a"))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOME_INCOMPLETE))
                .hasMessageContaining("is of another node than the key of this home");
    }
}
