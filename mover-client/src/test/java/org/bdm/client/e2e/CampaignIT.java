package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.campaign.CampaignPartView;
import org.bdm.core.control.campaign.CampaignView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign from one site to two others, of which the first is killed on the way: the source sends each byte about once. */
class CampaignIT {
    private static final long FILE_BYTES = 1_000_000;
    private static final int FILES = 48;

    @TempDir
    Path directory;

    @Test
    void theSourceSendsEachByteOnceAndAKilledDestinationIsWaitedForNoLongerThanNeeded() throws Exception {
        try (ServerProcess a = site("a", "data", "ro", "--metrics-open");
                ServerProcess b = site("b", "in", "rw");
                ServerProcess c = site("c", "in", "rw")) {
            a.start();
            b.start();
            c.start();
            pair(b, "b", a, "a", "data");
            pair(c, "c", a, "a", "data");
            mutuallyReadable(b, "b", c, "c");
            Shell.run("""
                    mkdir -p "$1/tas" && cd "$1/tas"
                    for i in $(seq 10 57); do head -c 1000000 /dev/urandom > "tas_$i.nc"; done
                    """, data("a"));
            assertThat(TwoSites.client(b, "limit", "set", "link", "a", "--max-rate-in", "8MB/s")
                            .code())
                    .isZero();

            Result made = TwoSites.client(
                    a,
                    "campaign",
                    "create",
                    "all",
                    "bdm://a/data/tas",
                    "--to",
                    "bdm://b/in/tas",
                    "--to",
                    "bdm://c/in/tas");
            assertThat(made.code()).as(made.toString()).isZero();
            awaitFile(data("c").resolve("tas"));
            b.kill();
            b.start();
            String campaign = made.out().strip();
            CampaignView end = Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> api(a).replication().campaign(campaign), shown -> shown.endedAt() != null);

            assertThat(end.state()).as(end.toString()).isEqualTo("SUCCEEDED");
            assertThat(end.destinations())
                    .extracting(CampaignPartView::filesDone)
                    .containsOnly((long) FILES);
            assertThat(TwoSites.client(a, "status", end.destinations().get(0).job())
                            .out())
                    .contains("SUCCEEDED");
            assertShownWhereItWasCreated(a, end.destinations().get(0).job());
            for (String site : List.of("b", "c")) {
                assertThat(Shell.run(
                                        "diff -r \"$1\" \"$2\" | wc -l",
                                        data("a").resolve("tas"),
                                        data(site).resolve("tas"))
                                .strip())
                        .as(site)
                        .isEqualTo("0");
            }
            long sent = sentBytes(a);
            assertThat(sent).isBetween(FILES * FILE_BYTES, FILES * FILE_BYTES * 3 / 2);
        }
    }

    /** All verbs that look at a job take the id of one at another site. */
    private static void assertShownWhereItWasCreated(ServerProcess server, String job) {
        assertThat(job).startsWith("b:job-");
        Result files = TwoSites.client(server, "files", job, "--state", "DONE");
        assertThat(files.out().lines().filter(line -> line.contains(".nc")))
                .as(files.toString())
                .hasSize(FILES);
        for (String verb : List.of("events", "explain", "report", "wait")) {
            assertDone(TwoSites.client(server, verb, job));
        }
        assertThat(TwoSites.client(server, "pause", job).code())
                .as("it has ended")
                .isNotZero();
    }

    private Path data(String site) {
        return directory.resolve(site).resolve("data");
    }

    private ServerProcess site(String name, String export, String mode, String... more) throws IOException {
        Files.createDirectories(data(name));
        List<String> arguments = new ArrayList<>(List.of("--export", export + "=" + data(name) + ":" + mode));
        arguments.addAll(List.of(more));
        return TwoSites.server(name, directory.resolve(name).resolve("home"), arguments);
    }

    /** The destination lets the source submit jobs, and may read there. */
    private static void pair(ServerProcess to, String name, ServerProcess from, String source, String export) {
        String code = code(
                TwoSites.client(to, "site", "invite", source, "--read", "in", "--read", "bdm://*", "--write", "in"));
        assertDone(TwoSites.client(from, "site", "add", name, code, "--read", export));
    }

    private static void mutuallyReadable(ServerProcess one, String oneName, ServerProcess other, String otherName) {
        String code = code(TwoSites.client(one, "site", "invite", otherName, "--read", "in"));
        assertDone(TwoSites.client(other, "site", "add", oneName, code, "--read", "in"));
    }

    private static String code(Result invited) {
        assertDone(invited);
        return invited.out().strip();
    }

    private static void assertDone(Result result) {
        assertThat(result.code()).as(result.toString()).isZero();
    }

    private static MoverApi api(ServerProcess server) throws IOException {
        String token = Files.readString(server.tokenFile()).strip();
        return new MoverApi(new ServerAddress(server.ready().url(), token, null));
    }

    /** Until the second destination has files that came from the first. */
    private static void awaitFile(Path directory) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            if (!Files.isDirectory(directory)) return false;
            try (Stream<Path> files = Files.list(directory)) {
                return files.anyMatch(file -> file.getFileName().toString().endsWith(".nc"));
            }
        });
    }

    /** Payload of files that the source sent to all others, by its own counters. */
    private static long sentBytes(ServerProcess source) throws IOException, InterruptedException {
        HttpRequest asked = HttpRequest.newBuilder(source.ready().url().resolve("/actuator/prometheus"))
                .build();
        String meters =
                HttpClient.newHttpClient().send(asked, BodyHandlers.ofString()).body();
        return (long) meters.lines()
                .filter(line -> line.startsWith("bdm_sent_bytes_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
