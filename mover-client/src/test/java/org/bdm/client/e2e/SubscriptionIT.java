package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.bdm.core.control.dataset.FoundBySubscriptionView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A standing query over weeks, in seconds: it fetches two datasets; a new version of one appears and is fetched; the other is withdrawn; what is
 * superseded and withdrawn is removed by a plan, through a kill in the middle.
 */
class SubscriptionIT {
    private static final String FIRST = "CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r1i1p1f2.Amon.tas.gn";
    private static final String SECOND = "CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r2i1p1f2.Amon.tas.gn";
    private static final String OLD = FIRST + ".v20190406";
    private static final String NEW = FIRST + ".v20200101";
    private static final String WITHDRAWN = SECOND + ".v20190406";
    private static final int FILES = 3;

    @TempDir
    Path directory;

    private DataNodeProcess node;
    private IndexProcess index;
    private ServerProcess mover;

    @Test
    void whatAppearsIsFetchedWhatIsReplacedOrWithdrawnIsMarkedAndOnlyAPlanRemovesIt() throws Exception {
        node = DataNodeProcess.serving(directory.resolve("archive"), directory.resolve("node.log"), 0);
        try {
            runAll();
        } finally {
            if (mover != null) mover.close();
            if (index != null) index.close();
            node.close();
        }
    }

    private void runAll() throws IOException {
        List<String> atFirst = new ArrayList<>(published(OLD, 1, "2026-01-01", true, false));
        atFirst.addAll(published(WITHDRAWN, 2, "2026-01-01", true, false));
        say(atFirst);
        mover = mover();
        mover.start();
        String id = subscribe();
        String first = job(id, OLD);
        done(first);
        assertThat(job(id, WITHDRAWN)).as("of one run comes one job").isEqualTo(first);
        assertHeld(OLD, 1);

        List<String> later = new ArrayList<>(published(OLD, 1, "2026-01-01", false, false));
        later.addAll(published(NEW, 3, "2026-02-01", true, false));
        later.addAll(published(WITHDRAWN, 2, "2026-01-01", true, false));
        say(later);
        run("subscribe", "run", id);
        String second = job(id, NEW);
        done(second);
        assertHeld(NEW, 3);
        assertHeld(OLD, 1);
        assertThat(run("completeness", OLD, "--json").out()).contains("\"inForce\":true", "v20200101 took its place");
        assertThat(run("holdings", "--state", "SUPERSEDED").out().lines())
                .hasSize(FILES)
                .allMatch(line -> line.contains("/v20190406/") && line.contains("v20200101 took its place"));
        run("subscribe", "run", id);
        assertThat(run("list").out()).contains("job-2").doesNotContain("job-3");

        withdraw(id);
        purge();
    }

    private void withdraw(String id) throws IOException {
        List<String> records = new ArrayList<>(published(OLD, 1, "2026-01-01", false, false));
        records.addAll(published(NEW, 3, "2026-02-01", true, false));
        records.add(published(WITHDRAWN, 2, "2026-03-01", false, true).get(0)); // indexes forget the files
        say(records);
        run("subscribe", "run", id);
        assertThat(run("holdings", "--state", "RETRACTED").out().lines())
                .hasSize(FILES)
                .allMatch(line -> line.contains("withdrawn, says solr of node.example"));
        assertThat(run("dataset", "show", WITHDRAWN, "--files").out()).contains(name(WITHDRAWN, 2));
        assertHeld(WITHDRAWN, 2);
    }

    private void purge() throws IOException {
        String plan = run("purge", "--plan").out().strip();
        assertThat(run("purge", "--show", plan).out())
                .contains(OLD, NEW + ", 3 of 3 files verified here as published", WITHDRAWN);
        api().removal().steerPurge(plan, "apply");
        mover.kill();
        mover.start();
        assertThat(run("purge", "--apply", plan).err()).contains("6 files", "removed, 0 kept");
        for (String dataset : List.of(OLD, WITHDRAWN)) {
            for (int file = 0; file < FILES; file++) {
                assertThat(placed(dataset, file)).doesNotExist();
            }
        }
        assertHeld(NEW, 3);
        Path quarantine = directory.resolve("replica/.bdm/quarantine");
        if (Files.exists(quarantine)) assertThat(quarantine).isEmptyDirectory();
        assertThat(run("holdings").out().lines()).hasSize(FILES).allMatch(line -> line.startsWith("VERIFIED"));
    }

    private MoverApi api() throws IOException {
        String token = Files.readString(mover.tokenFile()).strip();
        return new MoverApi(new ServerAddress(mover.ready().url(), token, null));
    }

    private TwoSites.Result run(String... arguments) {
        TwoSites.Result result = TwoSites.client(mover, arguments);
        boolean isFine = result.code() == 0 || arguments[0].equals("completeness");
        assertThat(isFine).as("%s", result).isTrue();
        return result;
    }

    private String subscribe() {
        String id = run("subscribe", "add", "bdm://b/replica", "--query", "project=CMIP6", "--every", "1d")
                .out()
                .strip();
        run("subscribe", "run", id);
        return id;
    }

    /** The job that fetches this dataset. */
    private String job(String subscription, String dataset) throws IOException {
        List<FoundBySubscriptionView> found = new ArrayList<>();
        api().subscriptions().found(subscription, null).forEachRemaining(found::add);
        return found.stream()
                .filter(one -> one.dataset().equals(dataset))
                .map(FoundBySubscriptionView::job)
                .findFirst()
                .orElseThrow(() -> new AssertionError(dataset + " is not among " + found));
    }

    private void done(String job) {
        TwoSites.Result waited = TwoSites.client(mover, "wait", job, "--timeout", "1m");
        assertThat(waited.code())
                .as("%s %s", waited, TwoSites.client(mover, "explain", job).out())
                .isZero();
    }

    private ServerProcess mover() throws IOException {
        Path replica = Files.createDirectories(directory.resolve("replica"));
        return TwoSites.server(
                "b",
                directory.resolve("b"),
                List.of(
                        "--export",
                        "replica=" + replica + ":rw",
                        "--index",
                        "solr=esg-search:" + index.address() + ",cached-for=0",
                        "--allow-host",
                        node.host()));
    }

    /** From now on the index has nothing but these records. */
    private void say(List<String> records) throws IOException {
        Path file = Files.writeString(
                directory.resolve("records.json"), "[" + String.join(",\n", records) + "]", StandardCharsets.UTF_8);
        int port = index == null ? 0 : index.port();
        if (index != null) index.close();
        index = IndexProcess.over("esg-search", file, port);
    }

    private static String name(String dataset, int number) {
        String member = dataset.replaceAll(".*\\.(r\\d+i1p1f2)\\..*", "$1");
        return "tas_Amon_UKESM1-0-LL_historical_" + member + "_gn_" + (1850 + number) + "01-" + (1850 + number)
                + "12.nc";
    }

    private static byte[] content(int seed, int number) {
        byte[] content = new byte[600_000 + 100_000 * number];
        new Random(100L * seed + number).nextBytes(content);
        System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
        return content;
    }

    private Path placed(String dataset, int number) {
        return directory.resolve("replica").resolve(dataset.replace('.', '/')).resolve(name(dataset, number));
    }

    private void assertHeld(String dataset, int seed) {
        for (int file = 0; file < FILES; file++) {
            assertThat(placed(dataset, file)).hasBinaryContent(content(seed, file));
        }
    }

    /** The record of a dataset and those of its files, which are put where the data node has them. */
    private List<String> published(String id, int seed, String indexed, boolean isLatest, boolean isRetracted)
            throws IOException {
        String master = id.substring(0, id.lastIndexOf(".v"));
        String version = id.substring(id.lastIndexOf(".v") + 2);
        Path at = Files.createDirectories(directory.resolve("archive").resolve(id.replace('.', '/')));
        List<String> records = new ArrayList<>();
        records.add("""
                {"id":"%1$s|node.example","instance_id":"%1$s","master_id":"%2$s","version":"%3$s","type":"Dataset",
                 "data_node":"node.example","replica":false,"latest":%4$s,"retracted":%5$s,"project":["CMIP6"],
                 "number_of_files":%6$d,"_timestamp":"%7$sT03:04:05Z"}""".formatted(id, master, version, isLatest, isRetracted, FILES, indexed));
        for (int file = 0; file < FILES; file++) {
            byte[] content = content(seed, file);
            Path path = at.resolve(name(id, file));
            if (!Files.exists(path)) Files.write(path, content);
            records.add("""
                    {"id":"%1$s.%2$s|node.example","instance_id":"%1$s.%2$s","dataset_id":"%1$s|node.example","type":"File",
                     "version":"1","title":"%2$s","data_node":"node.example","size":%3$d,"checksum":["%4$s"],
                     "checksum_type":["SHA256"],"latest":%6$s,"retracted":false,"replica":false,"project":["CMIP6"],
                     "url":["%5$s|application/netcdf|HTTPServer"],"_timestamp":"%7$sT03:04:05Z"}""".formatted(
                    id,
                    name(id, file),
                    content.length,
                    sha256(content),
                    node.url(directory.resolve("archive").relativize(path).toString()),
                    isLatest,
                    indexed));
        }
        return records;
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
