package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bucket as a source and as a destination, over HTTP; its store outlives the kill of the mover that writes. */
class BucketIT {
    private static final Duration LONGEST = Duration.ofSeconds(120);
    private static final int MIB = 1 << 20;
    /** Three parts of 16 MiB, the last of them shorter. */
    private static final int LARGE = 40 * MIB;

    @TempDir
    static Path directory;

    private static BucketServer store;
    private static TwoSites sites;

    @BeforeAll
    static void start() throws IOException {
        store = new BucketServer();
        String setting = store.setting("store");
        sites = TwoSites.paired(SiteSetup.in(directory)
                .sourceArguments("--s3", setting, "--export", "archive=s3://store/climate/from")
                .destinationArguments("--s3", setting, "--export", "out=s3://store/climate/to:rw"));
    }

    @AfterAll
    static void stop() {
        if (sites != null) sites.close();
        if (store != null) store.close();
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static void copied(String from, String to) {
        Result result = sites.client("submit", from, to, "--recursive", "--wait", "--fail-on-pause");
        assertThat(result.code()).as("%s", result).isZero();
    }

    @Test
    void aBucketIsReplicatedIntoADirectoryAndIntoABucket() throws IOException {
        List<String> names = List.of("tas/a.nc", "tas/a b+c%41&.nc", "tas/\u00e9/\u65e5.nc", "tas/empty.nc");
        for (String name : names)
            store.bucket.foreign("from/" + name, content(name.contains("empty") ? 0 : 3 * MIB + name.length()));
        copied("bdm://a/archive/tas", "bdm://b/replica/tas");
        copied("bdm://a/archive/tas", "bdm://b/out/tas");
        for (String name : names) {
            byte[] wanted = store.bucket.content("from/" + name);
            assertThat(sites.destinationData().resolve(name)).as(name).hasBinaryContent(wanted);
            assertThat(store.bucket.content("to/" + name)).as(name).isEqualTo(wanted);
        }
        Result again = sites.client("submit", "bdm://a/archive/tas", "bdm://b/out/tas", "--recursive", "--wait");
        assertThat(again.code()).as("%s", again).isZero();
        assertThat(store.bucket.calls())
                .filteredOn(call -> call.startsWith("put to/tas/a.nc"))
                .hasSize(1);
    }

    @Test
    void afterAKillPartsThatTheStoreHasAreNotSentAgainAndTheObjectIsWhole() throws Exception {
        byte[] content = content(LARGE);
        Files.createDirectories(sites.sourceData().resolve("large"));
        Files.write(sites.sourceData().resolve("large/pr.nc"), content);
        BucketServer.Hold lastPart = store.hold(3);
        Result submitted = sites.client("submit", "bdm://a/data/large", "bdm://b/out/large", "--recursive");
        assertThat(submitted.code()).as("%s", submitted).isZero();
        lastPart.awaitRequest();
        JobLook job = sites.look(submitted.out().strip());
        job.await("two parts on stable storage", LONGEST, now -> now.bytes().durable() >= 32L * MIB);
        sites.destination().kill();
        store.release();
        assertThat(store.bucket.content("to/large/pr.nc"))
                .as("no half object has the name")
                .isNull();

        sites.destination().start();
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(store.bucket.content("to/large/pr.nc")).isEqualTo(content);
        assertThat(partsSent()).as("each part was carried out once").containsExactlyInAnyOrder(1, 2, 3);
        assertThat(store.bucket.uploadsOpen()).isEmpty();
    }

    private static List<Integer> partsSent() {
        return store.bucket.calls().stream()
                .filter(call -> call.startsWith("putPart ") && call.endsWith(" to/large/pr.nc"))
                .map(call -> Integer.valueOf(call.split(" ")[1]))
                .toList();
    }
}
