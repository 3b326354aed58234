package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bdm.client.demo.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of one dataset that have most of their files in common: what is asked of the data node, counted there. */
class NewVersionIT {
    private static final String DATASET = "CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r1i1p1f2.Amon.tas.gn";
    private static final int FILES = 5;
    private static final int CHANGED = 3;

    @TempDir
    Path directory;

    private final List<String> records = new ArrayList<>();

    @Test
    void ofANewVersionOnlyTheFilesWithNewBytesAreFetched() throws Exception {
        Path archive = directory.resolve("archive");
        Map<Integer, byte[]> first = contents();
        Map<Integer, byte[]> changed = new TreeMap<>(first);
        changed.put(CHANGED, content(99));
        try (DataNodeProcess node = DataNodeProcess.serving(archive, directory.resolve("node.log"), 0)) {
            publish(archive, node, "v20190406", first, "MD5");
            for (String version : List.of("v20200101", "v20210101", "v20220101")) {
                publish(archive, node, version, changed, "SHA-256");
            }
            Map<Integer, byte[]> others = new TreeMap<>();
            for (int number = 0; number < FILES; number++) others.put(number, content(40 + number));
            publish(archive, node, "v20230101", others, "SHA-256");
            Path file = Files.writeString(
                    directory.resolve("records.json"), "[" + String.join(",\n", records) + "]", StandardCharsets.UTF_8);
            try (IndexProcess index = IndexProcess.over("esg-search", file);
                    ServerProcess mover = mover(node, index)) {
                mover.start();
                replicate(mover, "v20190406");
                assertThat(asked(node, "v20190406")).hasSize(FILES);
                filesPublishedWithMd5HaveSha256ForPublication(mover, first);
                onlyTheChangedFileIsFetched(mover, node, changed);
                aDamagedFileIsFoundAndFetched(mover, node, changed);
                filesBecomeSecondNames(mover, node, changed);
                aPairedSiteIsAskedBeforeTheDataNode(mover, node, others);
            }
        }
    }

    private void filesPublishedWithMd5HaveSha256ForPublication(ServerProcess mover, Map<Integer, byte[]> contents)
            throws IOException {
        TwoSites.Result mapfile = TwoSites.client(mover, "manifest", DATASET + ".v20190406", "--format", "mapfile");
        assertThat(mapfile.code()).as("%s", mapfile).isZero();
        assertThat(mapfile.out())
                .contains("checksum=" + digest(contents.get(2), "SHA-256") + " | checksum_type=SHA256");
    }

    private void onlyTheChangedFileIsFetched(ServerProcess mover, DataNodeProcess node, Map<Integer, byte[]> contents)
            throws IOException {
        TwoSites.Result plan = TwoSites.client(mover, "plan", DATASET + ".v20200101", "bdm://b/replica");
        assertThat(plan.out()).contains("to transfer    1 of 5 files", "held already   4 files");

        String job = replicate(mover, "v20200101");
        assertThat(asked(node, "v20200101"))
                .containsOnly(Map.entry(name(CHANGED), (long) contents.get(CHANGED).length));
        assertHeld("v20200101", contents);
        TwoSites.Result report = TwoSites.client(mover, "report", job);
        assertThat(report.out()).contains("4 files", "from files held here", "5 published");
        TwoSites.Result files = TwoSites.client(mover, "files", job);
        assertThat(files.out().lines().filter(line -> line.contains("copy of bdm://b/replica/CMIP6")))
                .hasSize(FILES - 1);
        Path old = placed("v20190406", 1);
        assertThat(Files.getAttribute(placed("v20200101", 1), "unix:ino")).isNotEqualTo(inode(old));
    }

    private void aDamagedFileIsFoundAndFetched(ServerProcess mover, DataNodeProcess node, Map<Integer, byte[]> contents)
            throws IOException {
        Path damaged = placed("v20200101", 0);
        FileTime time = Files.getLastModifiedTime(damaged);
        byte[] other = contents.get(0).clone();
        other[1000] ^= 1;
        Files.write(damaged, other);
        Files.setLastModifiedTime(damaged, time);

        replicate(mover, "v20210101");
        assertThat(asked(node, "v20210101")).containsOnly(Map.entry(name(0), (long) contents.get(0).length));
        assertHeld("v20210101", contents);
        TwoSites.Result holdings = TwoSites.client(mover, "holdings", "--state", "DAMAGED");
        assertThat(holdings.out()).contains("v20200101/" + name(0)).doesNotContain("v20210101/");
    }

    private void filesBecomeSecondNames(ServerProcess mover, DataNodeProcess node, Map<Integer, byte[]> contents)
            throws IOException {
        replicate(mover, "v20220101", "--reuse", "link");
        assertThat(asked(node, "v20220101")).isEmpty();
        assertHeld("v20220101", contents);
        assertThat(inode(placed("v20220101", 1))).isEqualTo(inode(placed("v20200101", 1)));
        assertThat(inode(placed("v20220101", 0))).isNotEqualTo(inode(placed("v20200101", 0)));
    }

    /** The site has files 0, 1 and 2, the last one damaged. */
    private void aPairedSiteIsAskedBeforeTheDataNode(
            ServerProcess mover, DataNodeProcess node, Map<Integer, byte[]> contents) throws IOException {
        Path pool = directory.resolve("pool");
        Path there =
                Files.createDirectories(pool.resolve(DATASET.replace('.', '/')).resolve("v20230101"));
        for (int number : List.of(0, 1, 2)) Files.write(there.resolve(name(number)), contents.get(number));
        byte[] damaged = contents.get(2).clone();
        damaged[1000] ^= 1;
        Files.write(there.resolve(name(2)), damaged);
        try (ServerProcess site =
                TwoSites.server("a", directory.resolve("a"), List.of("--export", "data=" + pool + ":ro"))) {
            site.start();
            String url = site.ready().url().toString();
            String token = site.tokenFile().toString();
            TwoSites.Result paired = TwoSites.client(mover, "site", "add", "a", url, "--token-file", token);
            assertThat(paired.code()).as("%s", paired).isZero();

            String job = replicate(mover, "v20230101", "--also-at", "bdm://a/data");
            assertThat(asked(node, "v20230101")).containsOnlyKeys(name(2), name(3), name(4));
            assertHeld("v20230101", contents);
            assertThat(TwoSites.client(mover, "report", job).out()).contains("5 published");
            TwoSites.Result files = TwoSites.client(mover, "files", job);
            assertThat(files.out().lines().filter(line -> line.endsWith("  from bdm://a/data")))
                    .hasSize(2);
            assertThat(files.out().lines().filter(line -> line.endsWith("  from " + node.host())))
                    .hasSize(3);
            assertThat(TwoSites.client(mover, "explain", job).out()).contains("2 files, ", "came from bdm://a/data");
        }
    }

    private String replicate(ServerProcess mover, String version, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("replicate", DATASET + "." + version, "bdm://b/replica"));
        arguments.addAll(List.of(more));
        TwoSites.Result submitted = TwoSites.client(mover, arguments.toArray(String[]::new));
        assertThat(submitted.code()).as("%s", submitted).isZero();
        String job = submitted.out().strip();
        TwoSites.Result waited = TwoSites.client(mover, "wait", job, "--timeout", "1m");
        assertThat(waited.code())
                .as("%s %s", waited, TwoSites.client(mover, "explain", job).out())
                .isZero();
        return job;
    }

    /** Bytes that the node sent of the files of a version, by name. */
    private static Map<String, Long> asked(DataNodeProcess node, String version) throws IOException {
        Map<String, Long> bytes = new TreeMap<>();
        for (DataNodeProcess.Request request : node.requests()) {
            boolean isOf = request.method().equals("GET") && request.path().contains("/" + version + "/");
            if (isOf)
                bytes.merge(request.path().substring(request.path().lastIndexOf('/') + 1), request.sent(), Long::sum);
        }
        return bytes;
    }

    private void assertHeld(String version, Map<Integer, byte[]> contents) {
        contents.forEach(
                (number, content) -> assertThat(placed(version, number)).hasBinaryContent(content));
    }

    private Path placed(String version, int number) {
        return directory
                .resolve("replica")
                .resolve(DATASET.replace('.', '/'))
                .resolve(version)
                .resolve(name(number));
    }

    private static Object inode(Path file) throws IOException {
        return Files.getAttribute(file, "unix:ino");
    }

    private ServerProcess mover(DataNodeProcess node, IndexProcess index) throws IOException {
        Path replica = Files.createDirectories(directory.resolve("replica"));
        return TwoSites.server(
                "b",
                directory.resolve("b"),
                List.of(
                        "--export",
                        "replica=" + replica + ":rw",
                        "--index",
                        "solr=esg-search:" + index.address(),
                        "--allow-host",
                        node.host()));
    }

    private static String name(int number) {
        return "tas_Amon_UKESM1-0-LL_historical_r1i1p1f2_gn_" + (1850 + number) + "01-" + (1850 + number) + "12.nc";
    }

    private static byte[] content(int seed) {
        byte[] content = new byte[300_000 + 10_000 * seed];
        new Random(seed).nextBytes(content);
        System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
        return content;
    }

    private static Map<Integer, byte[]> contents() {
        Map<Integer, byte[]> contents = new TreeMap<>();
        for (int number = 0; number < FILES; number++) contents.put(number, content(number));
        return contents;
    }

    private void publish(
            Path archive, DataNodeProcess node, String version, Map<Integer, byte[]> contents, String algorithm)
            throws IOException {
        String id = DATASET + "." + version;
        Path at = Files.createDirectories(
                archive.resolve(DATASET.replace('.', '/')).resolve(version));
        records.add("""
                {"id":"%1$s|node.example","instance_id":"%1$s","master_id":"%2$s","version":"%3$s","type":"Dataset",
                 "data_node":"node.example","replica":false,"latest":%4$s,"retracted":false,"project":["CMIP6"],
                 "number_of_files":%5$d,"_timestamp":"2020-01-02T03:04:05Z"}""".formatted(id, DATASET, version.substring(1), version.equals("v20220101"), contents.size()));
        for (Map.Entry<Integer, byte[]> file : contents.entrySet()) {
            Path path = Files.write(at.resolve(name(file.getKey())), file.getValue());
            records.add("""
                    {"id":"%1$s.%2$s|node.example","instance_id":"%1$s.%2$s","dataset_id":"%1$s|node.example","type":"File",
                     "version":"1","title":"%2$s","data_node":"node.example","size":%3$d,"checksum":["%4$s"],
                     "checksum_type":["%6$s"],"latest":true,"retracted":false,"replica":false,
                     "url":["%5$s|application/netcdf|HTTPServer"],"_timestamp":"2020-01-02T03:04:05Z"}""".formatted(
                            id,
                            name(file.getKey()),
                            file.getValue().length,
                            digest(file.getValue(), algorithm),
                            node.url(archive.relativize(path).toString()),
                            algorithm.replace("-", "")));
        }
    }

    private static String digest(byte[] content, String algorithm) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
