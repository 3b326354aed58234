package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.FakeDataNode;
import org.bdm.core.source.http.FakeRequest;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteRelation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole servers and a data node: files that both the paired site and the node may have, over real sockets. */
class CopiesAtPairedSitesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String TREE = "bdm://a/data/pool";
    private static final int MIB = 1 << 20;
    private static int run;

    @TempDir
    static Path directory;

    private static final FakeDataNode NODE = new FakeDataNode();
    private static Path atSite;
    private static Path replica;
    private static RunningServer site;
    private static RunningServer own;

    @BeforeAll
    static void start() throws IOException {
        atSite = Files.createDirectories(directory.resolve("a-tree/pool"));
        replica = Files.createDirectories(directory.resolve("b-tree"));
        site = server("a", "data=" + atSite.getParent());
        own = server("b", "in=" + replica + ":rw");
        String code = site.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of("*"))
                .code();
        own.parts().callers().pairing().add(new SiteName("a"), code, List.of());
    }

    @AfterAll
    static void stop() {
        own.stop();
        site.stop();
        NODE.close();
    }

    private static RunningServer server(String name, String export) {
        return ServerInProcess.start(directory, name, export, List.of("--allow-host", NODE.authority()));
    }

    @BeforeEach
    void another() {
        run++;
    }

    private static byte[] content(int number, int size) {
        byte[] content = new byte[size];
        new Random(number).nextBytes(content);
        System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
        return content;
    }

    private static Checksum sha256(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return Checksum.ofHex(ChecksumAlgorithm.SHA256, HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private SubmittedItem published(String name, byte[] content) {
        String url = NODE.put(path(name), content).toString();
        return new SubmittedItem(
                ItemSource.kept(url),
                "bdm://b/in/" + directory(run) + "/" + name,
                false,
                content.length,
                List.of(sha256(content)),
                Instant.parse("2019-12-07T01:02:03Z"),
                List.of(new ItemCopy(url, 0)));
    }

    private static SubmittedItem atSiteAlone(String name, byte[] content) {
        return SubmittedItem.atSites(
                TREE + "/" + name,
                "bdm://b/in/" + directory(run) + "/" + name,
                content.length,
                List.of(sha256(content)),
                null);
    }

    private JobId submit(List<SubmittedItem> items, long bytesPerSecondMax, String... trees) {
        JobSettings settings = JobSettingsBuilder.builder()
                .verify(VerifyMode.READBACK)
                .alsoAt(List.of(trees))
                .build();
        JobRequest request = new JobRequest(
                JobKind.REPLICA_SET,
                "test",
                "",
                3,
                bytesPerSecondMax,
                KeptSettings.of(settings),
                null,
                "bdm://b/in/" + directory(run),
                null);
        return own.parts()
                .catalog()
                .submissions()
                .submit(request, items, null)
                .join()
                .job();
    }

    private Job ended(JobId job) {
        return await().atMost(SOON)
                .until(
                        () -> own.parts().catalog().jobs().find(job).orElseThrow(),
                        found -> found.state().isFinal() || found.state() == JobState.PAUSED);
    }

    private Map<String, FileRow> files(JobId job) {
        Map<String, FileRow> files = new TreeMap<>();
        for (FileRow row : own.parts()
                .catalog()
                .files()
                .page(new FileQuery(job, null, null, null, 1000))
                .rows()) {
            String destination = row.item().item().destination();
            files.put(destination.substring(destination.lastIndexOf('/') + 1), row);
        }
        return files;
    }

    private static String directory(int number) {
        return "pool-" + number;
    }

    private static String path(String name) {
        return "/" + run + "/" + name;
    }

    /** Requests for bytes of files. */
    private static List<FakeRequest> asked() {
        return NODE.requests().stream()
                .filter(request ->
                        request.method().equals("GET") && request.path().startsWith("/" + run + "/"))
                .toList();
    }

    @Test
    void whatTheSiteHasIsNotAskedOfTheNodeAndADamagedFileComesFromTheNode() throws IOException {
        List<SubmittedItem> items = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            byte[] content = content(i, 50_000 + i);
            items.add(published(i + ".nc", content));
            if (i < 4) Files.write(atSite.resolve(i + ".nc"), content);
        }
        byte[] damaged = content(2, 50_002);
        damaged[30_000] ^= 1;
        Files.write(atSite.resolve("2.nc"), damaged);
        byte[] alone = content(8, 70_000);
        Files.write(atSite.resolve("alone.nc"), alone);
        items.add(atSiteAlone("alone.nc", alone));
        items.add(atSiteAlone("gone.nc", content(9, 100)));
        JobId job = submit(items, 0, TREE);

        assertThat(ended(job).state()).isEqualTo(JobState.PARTIAL);
        assertThat(asked())
                .extracting(FakeRequest::path)
                .containsExactlyInAnyOrder(path("2.nc"), path("4.nc"), path("5.nc"), path("6.nc"), path("7.nc"));
        Map<String, FileRow> files = files(job);
        FileRow gone = files.remove("gone.nc");
        assertThat(gone.state()).isEqualTo(FileState.FAILED);
        assertThat(gone.trouble().text()).contains("bdm://a/data/pool/gone.nc is not a file");
        assertThat(files.values()).hasSize(9).allSatisfy(row -> {
            assertThat(row.state()).isEqualTo(FileState.DONE);
            assertThat(row.evidence().level()).isEqualTo(EvidenceLevel.PUBLISHED);
        });
        for (int i = 0; i < 8; i++) {
            assertThat(replica.resolve(directory(run) + "/" + i + ".nc")).hasBinaryContent(content(i, 50_000 + i));
        }
        assertThat(replica.resolve(directory(run) + "/alone.nc")).hasBinaryContent(alone);
    }

    @Test
    void aFileThatTheSiteHasNoMoreAfterARestartGoesOnAtTheNodeWithWhatHasCome() throws IOException {
        int size = 24 * MIB;
        byte[] content = content(1, size);
        Files.write(atSite.resolve("big.nc"), content);
        JobId job = submit(List.of(published("big.nc", content)), 3L * MIB, TREE);
        await().atMost(SOON).until(() -> own.parts().live().of(job).bytes().durable() >= 4L * MIB);
        own.stop();
        Files.delete(atSite.resolve("big.nc"));
        assertThat(asked()).isEmpty();

        own = server("b", "in=" + replica + ":rw");
        assertThat(ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(replica.resolve(directory(run) + "/big.nc")).hasBinaryContent(content);
        assertThat(files(job).get("big.nc").effort().bytesMoved()).isLessThan(size + 8L * MIB);
        assertThat(asked())
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.fields().get("range")).doesNotStartWith("bytes=0-"));
    }

    @Test
    void aSiteThatAcceptsConnectionsAndNeverAnswersCostsSecondsForTheWholeJob() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            own.parts()
                    .catalog()
                    .sites()
                    .put(new Site(
                            new SiteName("silent"),
                            new NodeId("c".repeat(64)),
                            "127.0.0.1:" + silent.getLocalPort(),
                            null,
                            SiteRelation.PEER,
                            Instant.now()))
                    .join();
            List<SubmittedItem> items = new ArrayList<>();
            for (int i = 0; i < 200; i++) items.add(published(i + ".nc", content(i, 20_000 + i)));
            long begun = System.nanoTime();
            JobId job = submit(items, 0, "bdm://silent/data/pool");

            assertThat(ended(job).state()).isEqualTo(JobState.SUCCEEDED);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            assertThat(took).isLessThan(Duration.ofSeconds(20));
            assertThat(asked()).hasSize(200);
        }
    }
}
