package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.PathPrefix;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.server.dataset.replica.EventRecords;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.site.serving.HttpAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ServerSettingsTest {
    @TempDir
    Path directory;

    private ServerSettings settings(String... args) {
        ServerOptions options = new ServerOptions();
        new CommandLine(options).parseArgs(args);
        return ServerSettings.of(options, Map.of("HOME", directory.toString()));
    }

    @Test
    void defaultsListenOnLoopbackAndOfferNothing() {
        ServerSettings settings = settings("--site", "a");
        assertThat(settings.bind().isLoopbackAddress()).isTrue();
        assertThat(settings.port()).isEqualTo(8470);
        assertThat(settings.dataPort()).isEqualTo(8471);
        assertThat(settings.exports()).isEmpty();
        assertThat(settings.home()).isEqualTo(directory.resolve(".bdm"));
    }

    @Test
    void exportsAreReadOnlyUnlessSaidOtherwise() {
        ServerSettings settings =
                settings("--site", "a", "--export", "x=" + directory, "--export", "y=" + directory + ":rw");
        assertThat(settings.exports()).extracting(ExportSetting::writable).containsExactly(false, true);
    }

    @Test
    void exportsAreServedOverHttpOnlyIfSaid() {
        ServerSettings settings = settings(
                "--site", "a", "--export", "x=" + directory, "--export", "y=" + directory, "--http-export", "y=token");
        assertThat(settings.httpExports()).containsExactly(Map.entry(new ExportName("y"), HttpAccess.TOKEN));
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--http-export", "x=public");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--export", "x=" + directory, "--http-export", "x=all");
    }

    @Test
    void anUnquotedOffOfYamlMeansOff() throws Exception {
        Path file = directory.resolve("off.yaml");
        Files.writeString(file, "bdm:\n  http-export:\n    x: off\n");
        List<String> arguments = new ConfigurationFile(file, List.of("http-export")).arguments();
        arguments.addAll(List.of("--site", "a", "--export", "x=" + directory));
        assertThat(settings(arguments.toArray(String[]::new)).httpExports())
                .containsExactly(Map.entry(new ExportName("x"), HttpAccess.OFF));
    }

    @Test
    void settingsOfTheEventStreamAreReadFromTheirFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("kafka.properties"), "bootstrap.servers=k.example.org:9092\n");
        assertThat(eventStream(file).properties()).containsEntry("bootstrap.servers", "k.example.org:9092");
        assertThatThrownBy(() -> eventStream(directory.resolve("none")).properties())
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("none");
    }

    private EventStream eventStream(Path file) {
        ServerOptions options = settings("--site", "a", "--kafka-topic", "t", "--kafka-settings", file.toString())
                .options();
        return EventStream.of(options).orElseThrow();
    }

    @Test
    void theEventStreamNeedsTopicAndSettingsAndFollowsWhatIsKnown() {
        assertThat(EventStream.of(settings("--site", "a").options())).isEmpty();
        EventStream stream = EventStream.of(
                        settings("--site", "a", "--kafka-topic", "t1", "--kafka-topic", "t2", "--kafka-settings", "k")
                                .options())
                .orElseThrow();
        assertThat(stream.topics()).containsExactly("t1", "t2");
        assertThat(stream.index()).isEqualTo("events");
        assertThat(stream.following()).isEqualTo(EventRecords.Following.KNOWN);
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--kafka-topic", "t1");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--kafka-settings", "k");
        for (String wrong : List.of("--kafka-datasets=some", "--kafka-index=a b")) {
            refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--kafka-topic", "t", "--kafka-settings", "k", wrong);
        }
    }

    @Test
    void refusesAnExportThatDoesNotExist() {
        refused(ErrorCode.EXPORT_MISSING, "--site", "a", "--export", "x=" + directory.resolve("gone"));
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--export", directory.toString());
    }

    @Test
    void refusesOtherAddressesWithoutTls() {
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--bind", "0.0.0.0");
        assertThat(settings("--site", "a", "--bind", "0.0.0.0", "--tls-self-signed")
                        .httpsFor())
                .isEqualTo(ServerSettings.Https.NODE_KEY);
    }

    @Test
    void oneRoleNeedsACatalogThatOthersShare() {
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--role", "data");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--role", "control");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--role", "control,disk");
        String catalog = "jdbc:postgresql://db.example.org/bdm";
        assertThat(settings("--site", "a", "--catalog", catalog, "--role", "data")
                        .roles())
                .isEqualTo(new NodeRoles(false, true));
        assertThat(settings("--site", "a", "--catalog", catalog, "--role", "control")
                        .roles())
                .isEqualTo(new NodeRoles(true, false));
        assertThat(settings("--site", "a").roles()).isEqualTo(new NodeRoles(true, true));
        assertThat(settings("--site", "a", "--role", "data,control").roles()).isEqualTo(new NodeRoles(true, true));
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--catalog", catalog, "--role", "control", "--dial-out", "c");
        refused(
                ErrorCode.INVALID_REQUEST,
                "--site",
                "a",
                "--catalog",
                catalog,
                "--role",
                "data",
                "--export",
                "x=/tmp",
                "--http-export",
                "x=token");
    }

    @Test
    void takesWhatHoldsForSingleDataNodes() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");
        DataNodeSetting node = settings(
                        "--site", "a", "--data-node", "ESGF.example:8080=connections=3,token-file=" + token)
                .dataNodes()
                .get(0);
        assertThat(node.node()).isEqualTo("esgf.example:8080");
        assertThat(node.policy().connectionsMax()).isEqualTo(3);
        assertThat(node.policy().bearerToken()).contains("secret");
        Files.writeString(token, "refreshed");
        assertThat(node.readAgain().bearerToken()).contains("refreshed");
        for (String wrong : List.of(
                "esgf.example",
                "esgf.example=connections",
                "esgf.example=connections=none",
                "esgf.example=connections=0",
                "esgf.example=speed=1",
                "esgf.example=ca-file=" + directory.resolve("missing"))) {
            refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--data-node", wrong);
        }
    }

    @Test
    void takesWhatHoldsForTheTapesOfDataNodes() {
        String setting = "tape.example=connections=2,staging=tape-rest,staging-patience=2d,staging-window=20,"
                + "staging-prefix=/webdav:/pnfs/x";
        TapePolicy tape = settings("--site", "a", "--data-node", setting)
                .dataNodes()
                .get(0)
                .policy()
                .tape();
        assertThat(tape)
                .isEqualTo(new TapePolicy(
                        Staging.TAPE_REST, Duration.ofDays(2), 20, Optional.of(new PathPrefix("/webdav", "/pnfs/x"))));
        assertThat(tape.isTapeTold()).isTrue();
        assertThat(NodePolicy.NONE.tape().isTapeTold()).isFalse();
        for (String wrong : List.of(
                "staging=yes",
                "staging-patience=soon",
                "staging-patience=0h",
                "staging-patience=31d",
                "staging-window=0",
                "staging-window=many",
                "staging-prefix=pnfs",
                "staging-prefix=")) {
            refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--data-node", "tape.example=" + wrong);
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        refused(ErrorCode.INVALID_REQUEST, "--site", "a b");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--port", "70000");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--data-security", "maybe");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--tls-cert", "x.pem");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--data-streams", "17");
        refused(ErrorCode.INVALID_REQUEST, "--site", "a", "--export", "x=" + directory, "--export", "x=" + directory);
    }

    @Test
    void aConfigurationFileSaysTheSameAsOptions() throws Exception {
        Path file = directory.resolve("bdm.yaml");
        Files.writeString(file, "bdm:\n  site: a\n  port: 0\n  export:\n    data: " + directory + ":rw\n");
        List<String> arguments = new ConfigurationFile(file, List.of("site", "port", "export")).arguments();
        assertThat(arguments).containsExactlyInAnyOrder("--site=a", "--port=0", "--export=data=" + directory + ":rw");
    }

    @Test
    void anUnknownKeyNamesTheNearestKnownOne() throws Exception {
        Path file = directory.resolve("bdm.yaml");
        Files.writeString(file, "bdm:\n  data-prot: 1\n");
        assertThatThrownBy(() -> new ConfigurationFile(file, List.of("site", "port", "data-port")).arguments())
                .hasMessageContaining("'bdm.data-prot'")
                .hasMessageContaining("'bdm.data-port'");
    }

    @Test
    void wrongOptionsEndWithTwoAndRefusalsWithOneAndOneLine() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        assertThat(MoverServer.run(new String[] {"--prot", "1"}, Map.of(), to, to))
                .isEqualTo(2);
        err.reset();
        String[] gone = {
            "--site", "a", "--home", directory.resolve("h").toString(), "--export", "x=" + directory.resolve("gone")
        };
        assertThat(MoverServer.run(gone, Map.of(), to, to)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("mover-server: EXPORT_MISSING: ")
                .hasLineCount(1);
    }

    @Test
    void aSecondProcessOnOneHomeIsRefused() {
        Path home = directory.resolve("home");
        try (HomeDirectory held = HomeDirectory.lock(home)) {
            assertThat(held.directory()).isEqualTo(home);
            assertThatThrownBy(() -> HomeDirectory.lock(home))
                    .isInstanceOfSatisfying(
                            MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_RUNNING))
                    .hasMessageContaining(String.valueOf(ProcessHandle.current().pid()));
        }
        HomeDirectory.lock(home).close();
    }

    private void refused(ErrorCode code, String... args) {
        assertThatThrownBy(() -> settings(args))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void theAddressOfAnIndexIsThatOfTheServiceOrThatOfItsSearch() {
        Map.of(
                        "esg-search:https://x.example/esg-search", "https://x.example/esg-search/search",
                        "esg-search:https://x.example/esg-search/", "https://x.example/esg-search/search",
                        "esg-search:https://x.example/esg-search/search", "https://x.example/esg-search/search",
                        "stac:https://x.example/api/search", "https://x.example/api",
                        "globus-search:https://x.example/v1/index/u/search", "https://x.example/v1/index/u",
                        "thredds:https://x.example/catalog/search", "https://x.example/catalog/search")
                .forEach((written, asked) -> assertThat(
                                IndexSetting.parse("i=" + written, "").address())
                        .hasToString(asked));
    }

    @Test
    void anIndexIsNamedByItsKindAndAddressWithFurtherSettingsBehindThem() throws java.io.IOException {
        IndexSettings flag = IndexSetting.parse("ceda=esg-search:https://esgf.example/esg-search/search?a=b", "");
        assertThat(flag.name()).isEqualTo("ceda");
        assertThat(flag.kind()).isEqualTo(IndexKind.ESG_SEARCH);
        assertThat(flag.address()).hasToString("https://esgf.example/esg-search/search?a=b");

        Path file = Files.writeString(directory.resolve("indexes.yaml"), """
                bdm:
                  indexes:
                    dkrz: {kind: esg-search, url: "https://dkrz.example/search", contact: a@dkrz.example,
                           requests-per-day: 100, distrib: false, shards: [a/solr, b/solr]}
                    west: "bridge:https://west.example/bridge"
                """);
        List<String> arguments = new ConfigurationFile(file, List.of("index", "indexes")).arguments();
        IndexSettings dkrz = IndexSetting.parse(arguments.get(0).substring("--indexes=".length()), "");
        assertThat(dkrz.contact()).isEqualTo("a@dkrz.example");
        assertThat(dkrz.requestsPerDay()).isEqualTo(100);
        assertThat(dkrz.isDistributed()).isFalse();
        assertThat(dkrz.shards()).containsExactly("a/solr", "b/solr");
        assertThat(IndexSetting.parse(arguments.get(1).substring("--indexes=".length()), "")
                        .kind())
                .isEqualTo(IndexKind.BRIDGE);
        assertThat(IndexSetting.parse("w=stac:https://d.example,transactions=https://t.example/api", "")
                        .transactions()
                        .orElseThrow())
                .hasToString("https://t.example/api");

        for (String wrong : List.of(
                "ceda",
                "ceda=https://x.example",
                "ceda=other:https://x.example",
                "ceda=stac:https://x.example colour=red",
                "ceda=stac:https://x.example requests-per-day=many",
                "ceda=esg-search:https://x.example,transactions=https://t.example",
                "ceda=stac:https://x.example,transactions=ftp://t.example",
                "ceda=stac:ftp://x.example")) {
            assertThatThrownBy(() -> IndexSetting.parse(wrong, "")).as(wrong).isInstanceOf(MoverException.class);
        }
    }
}
