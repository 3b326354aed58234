package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.DataNodeProcess.Request;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small federation of processes: an index, a STAC catalog, three data nodes (nginx where there is one, a mover that serves an export, and one
 * that stalls in the middle of its files), and a mover that replicates from them and is killed twice on the way.
 */
class FederationIT {
    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final int DATASETS = 6;
    private static final int FILES_OF_DATASET = 10;
    private static final String WRONG = "00".repeat(32);

    @TempDir
    Path directory;

    private final List<AutoCloseable> started = new ArrayList<>();
    private final List<Published> files = new ArrayList<>();

    private interface RequestsSoFar {
        List<Request> get() throws IOException;
    }

    /** The names of files that were there when the mover was killed, and what the data nodes had been asked until then. */
    private record Killed(Set<String> done, List<Request> asked) {
        void assertAskedForNothingAgain(List<Request> atTheEnd) {
            Map<Request, Long> later = counted(atTheEnd);
            counted(asked).forEach((request, count) -> later.merge(request, -count, Long::sum));
            assertThat(later).noneSatisfy((request, count) -> {
                assertThat(count).isPositive();
                assertThat(request.sent()).isPositive();
                assertThat(done).contains(name(request.path()));
            });
        }

        private static Map<Request, Long> counted(List<Request> requests) {
            return requests.stream().collect(Collectors.groupingBy(request -> request, Collectors.counting()));
        }
    }

    private static Set<String> doneNames(JobLook job) throws IOException {
        return job.files("DONE").stream().map(file -> name(file.destination())).collect(Collectors.toSet());
    }

    /** One file as it was published. */
    private record Published(int dataset, String directory, String name, byte[] content, String sha256) {
        String path() {
            return directory + "/" + name;
        }

        String datasetId() {
            return directory.replace('/', '.');
        }
    }

    @Test
    void everyFileThatCanBeHadArrivesWithItsPublishedDigestAndTheRestIsNamed() throws Exception {
        try {
            replicate();
        } finally {
            for (AutoCloseable one : started) one.close();
        }
    }

    private void replicate() throws IOException {
        Path archive = directory.resolve("archive");
        publish(archive);
        Published disputed = files.get(17);
        Published missing = files.get(31);
        Files.delete(archive.resolve(missing.path()));

        List<String> nodes = new ArrayList<>();
        NginxProcess nginx =
                NginxProcess.serving(archive, directory.resolve("nginx")).orElse(null);
        DataNodeProcess plain = begun(DataNodeProcess.serving(archive, directory.resolve("plain.log"), 0));
        if (nginx == null) {
            nodes.add("http://" + plain.host() + "/");
        } else {
            started.add(nginx);
            nodes.add(nginx.url(""));
        }
        ServerProcess serving = begun(TwoSites.server(
                "a",
                directory.resolve("a"),
                List.of("--export", "data=" + archive + ":ro", "--http-export", "data=public")));
        serving.start();
        nodes.add(serving.ready().url() + "/thredds/fileServer/data/");
        String[] stalls =
                files.stream().limit(3).map(file -> "stall=" + file.name()).toArray(String[]::new);
        DataNodeProcess stalling =
                begun(DataNodeProcess.serving(archive, directory.resolve("stalling.log"), 0, stalls));
        nodes.add("http://" + stalling.host() + "/");

        IndexProcess index = begun(IndexProcess.over("esg-search", records(nodes, disputed)));
        IndexProcess stac = begun(IndexProcess.over("stac", items(nodes)));
        ServerProcess mover = begun(mover(nodes, index, stac));
        mover.start();

        List<String> datasets =
                files.stream().map(Published::datasetId).distinct().toList();
        List<String> arguments = new ArrayList<>(List.of("replicate"));
        arguments.addAll(datasets);
        arguments.addAll(List.of("bdm://b/replica", "--max-rate", "8M"));
        TwoSites.Result submitted = TwoSites.client(mover, arguments.toArray(String[]::new));
        assertThat(submitted.code()).as("%s", submitted).isZero();
        JobLook job = look(mover, submitted.out().strip());
        RequestsSoFar requests = () -> Stream.concat(
                        (nginx == null ? plain.requests() : nginx.requests()).stream(), stalling.requests().stream())
                .toList();
        List<Killed> killed = new ArrayList<>();
        for (double share : new double[] {0.2, 0.6}) {
            job.await("share " + share, LONGEST, now -> now.files().done() >= share * files.size());
            killed.add(new Killed(doneNames(job), requests.get()));
            mover.kill();
            mover.start();
        }
        TwoSites.Result waited = TwoSites.client(mover, "wait", job.id(), "--timeout", "4m");
        assertThat(waited.code()).as("%s %s", waited, job.told()).isEqualTo(1);

        JobView end = job.now().orElseThrow();
        assertThat(end.state()).isEqualTo("PARTIAL");
        Map<String, String> failed = job.files("FAILED").stream()
                .collect(Collectors.toMap(file -> name(file.destination()), FileView::errorCode));
        assertThat(failed)
                .containsOnly(
                        Map.entry(disputed.name(), "CHECKSUM_DISPUTED"), Map.entry(missing.name(), "SOURCE_NOT_FOUND"));
        assertThat(job.files("DONE"))
                .hasSize(files.size() - 2)
                .allMatch(file -> "published".equals(file.evidenceLevel()));
        for (Published file : files) {
            Path placed = directory.resolve("replica").resolve(file.path());
            if (file.equals(disputed) || file.equals(missing))
                assertThat(placed).doesNotExist();
            else assertThat(placed).hasBinaryContent(file.content());
        }
        assertHandedToPublication(mover, job);
        TwoSites.Result disputes = TwoSites.client(mover, "dispute", "list");
        assertThat(disputes.out()).contains("dispute-1", disputed.name());
        // A kill may cost what was on its way; without one, a copy is asked once.
        for (List<Request> ofNode : List.of(nginx == null ? plain.requests() : nginx.requests(), stalling.requests())) {
            long killedOnTheWay = killed.stream()
                    .filter(each -> bytesAsked(each.asked(), disputed) > 0)
                    .count();
            assertThat(bytesAsked(ofNode, disputed))
                    .isLessThanOrEqualTo((1 + killedOnTheWay) * disputed.content().length);
        }
        for (Killed each : killed) each.assertAskedForNothingAgain(requests.get());
        TwoSites.Result report = TwoSites.client(mover, "report", job.id());
        System.out.println(report.out());
        TwoSites.Result accepted = TwoSites.client(mover, "dispute", "accept", "dispute-1", "--remark", "as published");
        assertThat(accepted.code()).as("%s", accepted).isZero();
        assertThat(directory.resolve("replica").resolve(disputed.path())).hasBinaryContent(disputed.content());
    }

    private void assertHandedToPublication(ServerProcess mover, JobLook job) throws IOException {
        Path sums = directory.resolve("sums");
        TwoSites.Result listed =
                TwoSites.client(mover, "manifest", job.id(), "--format", "sha256sum", "-o", sums.toString());
        assertThat(listed.code()).as("%s", listed).isZero();
        assertThat(Files.readAllLines(sums)).hasSize(files.size() - 2);
        Process check = new ProcessBuilder("sha256sum", "-c", "--strict", "--quiet", sums.toString())
                .directory(directory.resolve("replica").toFile())
                .inheritIO()
                .start();
        assertThat(check.onExit().join().exitValue()).isZero();
        TwoSites.Result mapfile =
                TwoSites.client(mover, "manifest", files.get(0).datasetId(), "--format", "mapfile");
        assertThat(mapfile.code()).as("%s", mapfile).isZero();
        assertThat(mapfile.out().lines())
                .hasSize(FILES_OF_DATASET)
                .allMatch(line -> line.startsWith(files.get(0).datasetId() + " | /"));
    }

    private static long bytesAsked(List<Request> requests, Published file) {
        return requests.stream()
                .filter(request ->
                        request.method().equals("GET") && request.path().endsWith("/" + file.name()))
                .mapToLong(Request::sent)
                .sum();
    }

    private ServerProcess mover(List<String> nodes, IndexProcess index, IndexProcess stac) throws IOException {
        Path replica = Files.createDirectories(directory.resolve("replica"));
        List<String> arguments = new ArrayList<>(List.of(
                "--export",
                "replica=" + replica + ":rw",
                "--index",
                "solr=esg-search:" + index.address(),
                "--index",
                "stac=stac:" + stac.address()));
        for (String node : nodes)
            arguments.addAll(List.of("--allow-host", java.net.URI.create(node).getAuthority()));
        return TwoSites.server("b", directory.resolve("b"), arguments);
    }

    private JobLook look(ServerProcess mover, String job) throws IOException {
        String token = Files.readString(mover.tokenFile()).strip();
        return new JobLook(new MoverApi(new ServerAddress(mover.ready().url(), token, null)), job, mover::processId);
    }

    private <T extends AutoCloseable> T begun(T part) {
        started.add(0, part);
        return part;
    }

    private static String name(String endpoint) {
        return endpoint.substring(endpoint.lastIndexOf('/') + 1);
    }

    private void publish(Path archive) throws IOException {
        Random random = new Random(5);
        for (int dataset = 0; dataset < DATASETS; dataset++) {
            String drs = "CMIP6/CMIP/MOHC/UKESM1-0-LL/historical/r" + (dataset + 1) + "i1p1f2/Amon/tas/gn/v20190406";
            Files.createDirectories(archive.resolve(drs));
            for (int i = 0; i < FILES_OF_DATASET; i++) {
                byte[] content = new byte[50_000 + random.nextInt(1_500_000)];
                random.nextBytes(content);
                System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
                String name = "tas_Amon_UKESM1-0-LL_historical_r" + (dataset + 1) + "i1p1f2_gn_" + (1850 + i) + "01-"
                        + (1850 + i) + "12.nc";
                Files.write(archive.resolve(drs).resolve(name), content);
                files.add(new Published(dataset, drs, name, content, sha256(content)));
            }
        }
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Records of the esg-search shape: the first four datasets, on every node. */
    private Path records(List<String> nodes, Published disputed) throws IOException {
        List<String> records = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            String host = "node" + node + ".example";
            for (int dataset = 0; dataset < 4; dataset++) {
                int number = dataset;
                List<Published> of =
                        files.stream().filter(file -> file.dataset() == number).toList();
                String id = of.get(0).datasetId();
                records.add("""
                        {"id":"%1$s|%2$s","instance_id":"%1$s","master_id":"%3$s","version":"20190406","type":"Dataset",
                         "data_node":"%2$s","replica":%4$s,"latest":true,"retracted":false,"project":["CMIP6"],
                         "number_of_files":%5$d,"size":%6$d,"_timestamp":"2020-01-02T03:04:05Z"}""".formatted(
                        id,
                        host,
                        id.substring(0, id.lastIndexOf('.')),
                        node > 0,
                        of.size(),
                        of.stream().mapToLong(file -> file.content().length).sum()));
                for (Published file : of) {
                    String digest = file.equals(disputed) ? WRONG : file.sha256();
                    records.add("""
                            {"id":"%1$s.%2$s|%3$s","instance_id":"%1$s.%2$s","dataset_id":"%1$s|%3$s","type":"File","version":"1",
                             "title":"%2$s","data_node":"%3$s","size":%4$d,"checksum":["%5$s"],"checksum_type":["SHA256"],
                             "latest":true,"retracted":false,"replica":%6$s,
                             "url":["%7$s|application/netcdf|HTTPServer"],"_timestamp":"2020-01-02T03:04:05Z"}""".formatted(
                                    id,
                                    file.name(),
                                    host,
                                    file.content().length,
                                    digest,
                                    node > 0,
                                    nodes.get(node) + file.path()));
                }
            }
        }
        return written("records.json", records);
    }

    /** Items of the last two datasets, replicas as alternates. */
    private Path items(List<String> nodes) throws IOException {
        List<String> items = new ArrayList<>();
        for (int dataset = 4; dataset < DATASETS; dataset++) {
            int number = dataset;
            List<Published> of =
                    files.stream().filter(file -> file.dataset() == number).toList();
            String assets = of.stream().map(file -> asset(file, nodes)).collect(Collectors.joining(","));
            String id = of.get(0).datasetId();
            items.add("""
                    {"type":"Feature","stac_version":"1.1.0","id":"%1$s","collection":"CMIP6","geometry":null,"bbox":[0,-90,360,90],
                     "properties":{"datetime":null,"version":"20190406","latest":true,"retracted":false,"project":"CMIP6",
                      "title":"%2$s","base_id":"%2$s","cmip6:variable_id":"tas"},"links":[],"assets":{%3$s}}""".formatted(id, id.substring(0, id.lastIndexOf('.')), assets));
        }
        return written("items.json", items);
    }

    private static String asset(Published file, List<String> nodes) {
        return """
                "%1$s":{"href":"%2$s","type":"application/netcdf","roles":["data"],"alternate:name":"node0.example","protocol":"https",
                 "file:size":%3$d,"file:checksum":"1220%4$s","file:local_path":"%5$s","created":"2019-11-22T10:15:56Z",
                 "alternate":{"node1.example":{"href":"%6$s","type":"application/netcdf","roles":["data"],"alternate:name":"node1.example"}}}""".formatted(
                        file.name(),
                        nodes.get(0) + file.path(),
                        file.content().length,
                        file.sha256(),
                        file.path(),
                        nodes.get(1) + file.path());
    }

    private Path written(String name, List<String> records) throws IOException {
        return Files.writeString(
                directory.resolve(name), "[" + String.join(",\n", records) + "]", StandardCharsets.UTF_8);
    }
}
