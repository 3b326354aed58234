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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.bdm.core.control.dataset.FoundBySubscriptionView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** Events of the stream reach a server through a real broker, while it runs and while it is down; a subscription makes jobs of them. */
class EventStreamIT {
    private static final String TOPIC = "made.transactions";
    private static final String MASTER = "CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r%di1p1f2.Amon.tas.gn.v20190406";
    private static final String FIRST = MASTER.formatted(1);
    private static final String SECOND = MASTER.formatted(2);
    private static final String THIRD = MASTER.formatted(3);
    private static final String OTHER = FIRST.replace("Amon.tas", "Amon.pr");
    private static final int FILES = 2;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1, TOPIC);
    private DataNodeProcess node;
    private IndexProcess index;
    private ServerProcess mover;
    private int sent;

    @BeforeEach
    void start() throws IOException {
        broker.afterPropertiesSet();
        node = DataNodeProcess.serving(directory.resolve("archive"), directory.resolve("node.log"), 0);
        Path items = Files.writeString(directory.resolve("items.json"), "[" + item(FIRST) + "]");
        index = IndexProcess.over("stac", items);
        readAs("first-group");
        mover = TwoSites.server(
                "b",
                directory.resolve("b"),
                List.of(
                        "--export",
                        "replica=" + Files.createDirectories(directory.resolve("replica")) + ":rw",
                        "--index",
                        "west=stac:" + index.address(),
                        "--allow-host",
                        node.host(),
                        "--kafka-topic",
                        TOPIC,
                        "--kafka-settings",
                        settings().toString(),
                        "--kafka-datasets",
                        "all"));
        mover.start();
    }

    @AfterEach
    void stop() {
        if (mover != null) mover.close();
        if (index != null) index.close();
        node.close();
        broker.destroy();
    }

    private Path settings() {
        return directory.resolve("kafka.properties");
    }

    private void readAs(String group) throws IOException {
        Files.writeString(
                settings(),
                "bootstrap.servers=" + broker.getBrokersAsString() + "\ngroup.id=" + group + "\ngroup.instance.id=b\n");
    }

    @Test
    void whatIsPublishedIsFetchedWhatIsRetractedIsMarkedAndAKillLosesAndRepeatsNothing() throws Exception {
        String subscription = run("subscribe", "add", "bdm://b/replica", "--query", "variable_id=tas", "--every", "1d")
                .out()
                .strip();
        done(subscription, FIRST);

        send(created(SECOND), created(OTHER), "no event at all");
        taken("first-group");
        send(copied(SECOND));
        mover.kill();
        send(retracted(FIRST), created(THIRD));
        mover.start();
        taken("first-group");
        done(subscription, SECOND);
        done(subscription, THIRD);
        assertThat(found(subscription)).doesNotContainKey(OTHER);
        asItShouldBe();
        String jobs = run("list").out();

        mover.kill();
        readAs("second-group"); // a group that is new begins at the start of the topic
        mover.start();
        taken("second-group");
        run("subscribe", "run", subscription);
        asItShouldBe();
        assertThat(run("list").out()).as("what is read again makes no jobs").isEqualTo(jobs);
    }

    private void asItShouldBe() {
        assertThat(run("holdings", "--state", "RETRACTED").out().lines())
                .hasSize(FILES)
                .allMatch(line -> line.contains("/r1i1p1f2/") && line.contains("says events"));
        assertThat(run("holdings", "--state", "VERIFIED").out().lines()).hasSize(2 * FILES);
        assertThat(run("dataset", "show", SECOND, "--files").out()).contains("copy.example.org");
        for (String dataset : List.of(FIRST, SECOND, THIRD)) {
            for (int file = 0; file < FILES; file++) {
                assertThat(directory
                                .resolve("replica")
                                .resolve(dataset.replace('.', '/'))
                                .resolve(name(dataset, file)))
                        .hasBinaryContent(content(dataset, file));
            }
        }
    }

    private TwoSites.Result run(String... arguments) {
        TwoSites.Result result = TwoSites.client(mover, arguments);
        assertThat(result.code()).as("%s", result).isZero();
        return result;
    }

    /** Jobs by dataset; empty as long as there is none. */
    private Map<String, String> found(String subscription) throws IOException {
        String token = Files.readString(mover.tokenFile()).strip();
        MoverApi api = new MoverApi(new ServerAddress(mover.ready().url(), token, null));
        List<FoundBySubscriptionView> found = new ArrayList<>();
        api.subscriptions().found(subscription, null).forEachRemaining(found::add);
        return found.stream()
                .collect(Collectors.toMap(FoundBySubscriptionView::dataset, one -> one.job() == null ? "" : one.job()));
    }

    private void done(String subscription, String dataset) {
        JobLook.awaitThat("job of " + dataset, LONGEST, () -> {
            try {
                return !found(subscription).getOrDefault(dataset, "").isEmpty();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            run("wait", found(subscription).get(dataset), "--timeout", "1m");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the server has said that it has read all that was sent. */
    private void taken(String group) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.getBrokersAsString());
        try (Admin admin = Admin.create(settings)) {
            JobLook.awaitThat(sent + " messages read by " + group, LONGEST, () -> offset(admin, group) == sent);
        }
    }

    private static long offset(Admin admin, String group) {
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(30, TimeUnit.SECONDS);
            OffsetAndMetadata read = offsets.get(new TopicPartition(TOPIC, 0));
            return read == null ? 0 : read.offset();
        } catch (ExecutionException e) {
            return 0; // the group does not exist yet
        } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private void send(String... messages) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.getBrokersAsString());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String message : messages) {
                byte[] value = message.getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(TOPIC, value)).get(30, TimeUnit.SECONDS);
                sent++;
            }
        }
    }

    private static String event(String payload) {
        return """
                {"metadata":{"event_id":"1","time":"2026-03-01T00:00:00Z","schema_version":"1.0.0"},
                 "data":{"type":"STAC","payload":%s}}""".formatted(payload);
    }

    private String created(String dataset) throws IOException {
        return event("{\"method\":\"POST\",\"collection_id\":\"CMIP6\",\"item\":" + item(dataset) + "}");
    }

    private String copied(String dataset) {
        String operations = IntStream.range(0, FILES)
                .mapToObj(file -> """
                        {"op":"add","path":"/assets/%1$s/alternate/copy.example.org","value":{
                         "href":"https://copy.example.org/%1$s","type":"application/netcdf","roles":["data"],
                         "alternate:name":"copy.example.org"}}""".formatted(name(dataset, file)))
                .collect(Collectors.joining(","));
        return patch(dataset, operations);
    }

    private static String retracted(String dataset) {
        return patch(dataset, """
                {"op":"replace","path":"/properties/latest","value":false},
                {"op":"replace","path":"/properties/retracted","value":true},{"op":"replace","path":"/assets","value":{}}""");
    }

    private static String patch(String dataset, String operations) {
        return event("""
                {"method":"PATCH","collection_id":"CMIP6","item_id":"%s","patch":[%s]}""".formatted(dataset, operations));
    }

    private static String name(String dataset, int file) {
        String[] words = dataset.split("\\.");
        return words[7] + "_Amon_UKESM1-0-LL_historical_" + words[5] + "_gn_" + (1850 + file) + "01-" + (1850 + file)
                + "12.nc";
    }

    private static byte[] content(String dataset, int file) {
        byte[] content = new byte[200_000];
        new Random(31L * dataset.hashCode() + file).nextBytes(content);
        System.arraycopy(new byte[] {'C', 'D', 'F', 1}, 0, content, 0, 4);
        return content;
    }

    /** The item of a dataset, whose files are put where the data node has them. */
    private String item(String dataset) throws IOException {
        Path at = Files.createDirectories(directory.resolve("archive").resolve(dataset.replace('.', '/')));
        List<String> assets = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            Path path = Files.write(at.resolve(name(dataset, file)), content(dataset, file));
            String below = directory.resolve("archive").relativize(path).toString();
            assets.add("""
                    "%s":{"href":"%s","type":"application/netcdf","roles":["data"],"alternate:name":"first.example.org",
                     "protocol":"https","file:size":%d,"file:checksum":"1220%s","file:local_path":"%s"}""".formatted(
                    path.getFileName(), node.url(below), Files.size(path), sha256(content(dataset, file)), below));
        }
        return """
                {"type":"Feature","stac_version":"1.1.0","id":"%s","collection":"CMIP6","geometry":null,"bbox":[0,-90,360,90],
                 "properties":{"datetime":null,"version":"20190406","latest":true,"retracted":false,"project":"CMIP6",
                  "updated":"2026-01-01T00:00:00Z","cmip6:variable_id":"%s"},"links":[],"assets":{%s}}""".formatted(dataset, dataset.split("\\.")[7], String.join(",", assets));
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
