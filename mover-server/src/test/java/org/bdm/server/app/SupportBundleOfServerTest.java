package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.DataNodeRuleChange;
import org.bdm.server.catalog.site.StagingChange;
import org.bdm.server.extension.Extensions;
import org.bdm.server.support.RecentLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The support bundle of a whole server, with secrets planted wherever it has some. */
@Timeout(180)
class SupportBundleOfServerTest {
    private static final String DATABASE_PASSWORD = "data;base pass&word";
    private static final String DATA_NODE_TOKEN = "data-node-T0ken-no-shape";
    private static final String LIVE_TOKEN = "given-while-it-runs-T0ken";
    private static final String CONTACT_PASSWORD = "C0ntactSecret";
    private static final String ISSUER_SECRET = "issuer-Secret-no-shape";

    private static final String S3_SECRET = "wJalrXUtnFEMI/K7MDENG-no-shape";
    private static final String REFRESH_TOKEN = "Ag-refresh-T0ken-no-shape";

    @TempDir
    Path directory;

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final RecentLog recent = new RecentLog();
    private RunningServer server;

    @BeforeEach
    void start() throws IOException {
        keepLog();
        ServerOptions options = new ServerOptions();
        List<String> args = new ArrayList<>(List.of("--site", "b", "--port", "0", "--data-port", "0"));
        args.addAll(List.of("--home", directory.resolve("home").toString()));
        args.addAll(List.of("--export", "in=" + Files.createDirectories(directory.resolve("to")) + ":rw"));
        Path token = Files.writeString(directory.resolve("node.token"), DATA_NODE_TOKEN + "\n");
        args.addAll(List.of("--data-node", "esgf.example=token-file=" + token));
        args.addAll(List.of("--contact", "https://me:" + CONTACT_PASSWORD + "@b.example"));
        Path secret = Files.writeString(directory.resolve("issuer.secret"), ISSUER_SECRET + "\n");
        args.addAll(List.of("--oidc-issuer", "https://login.example.org", "--oidc-client-id", "mover"));
        args.addAll(List.of("--oidc-client-secret-file", secret.toString(), "--oidc-roles", "climate=reader"));
        args.addAll(List.of("--public-url", "https://mover.example.org"));
        Path credentials = Files.writeString(
                directory.resolve("s3.credentials"),
                "[default]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = " + S3_SECRET + "\n");
        Files.setPosixFilePermissions(credentials, PosixFilePermissions.fromString("rw-------"));
        args.addAll(List.of("--s3", "store=https://s3.example.org,credentials-file=" + credentials));
        Path refresh = Files.writeString(directory.resolve("globus.token"), REFRESH_TOKEN + "\n");
        args.addAll(List.of("--carrier", "globus=globus,client-id=x,collection=y,export=in,token-file=" + refresh));
        new CommandLine(options).parseArgs(args.toArray(String[]::new));
        Map<String, String> environment = Map.of("BDM_CATALOG_PASSWORD", DATABASE_PASSWORD, "BDM_NOTE", "kept");
        server = RunningServer.start(ServerSettings.of(options, environment), Extensions.ofThisProcess(), environment);
    }

    /** As logback.xml of the server does, which tests do not use. */
    private void keepLog() {
        LoggerContext context = root.getLoggerContext();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%level %logger{0}: %msg%n%ex");
        encoder.start();
        recent.setContext(context);
        recent.setName("recent");
        recent.setEncoder(encoder);
        recent.start();
        root.addAppender(recent);
    }

    @AfterEach
    void stop() {
        root.detachAppender(recent);
        if (server != null) server.stop();
    }

    private String adminToken() throws IOException {
        return Files.readString(directory.resolve("home").resolve("admin.token"))
                .strip();
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(ScrapedPage.url(server) + "/api/v1" + path))
                .header("Authorization", "Bearer " + adminToken())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private Map<String, String> bundle() throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = get("/doctor/bundle");
        assertThat(answer.statusCode()).isEqualTo(200);
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(answer.body()), StandardCharsets.UTF_8)) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    @Test
    void noSecretOfTheServerIsInItsBundle() throws Exception {
        String invitation = server.parts()
                .callers()
                .pairing()
                .invite(new SiteName("c"), List.of("*"))
                .code();
        List<String> key = Files.readAllLines(directory.resolve("home").resolve("node-key.pem"));
        assertThat(key.get(0)).contains("PRIVATE KEY");
        org.slf4j.Logger log = LoggerFactory.getLogger("planted");
        log.warn("opened jdbc:postgresql://db.example/bdm?user=bdm&password={}", DATABASE_PASSWORD);
        log.warn("the catalog said {}", DATABASE_PASSWORD);
        log.warn("request with Authorization: Bearer {}", adminToken());
        log.warn("bare {}", adminToken());
        log.warn("sent {} to the data node", DATA_NODE_TOKEN);
        server.parts()
                .catalog()
                .dataNodeRules()
                .set(new DataNodeRuleChange(
                        "live.example", null, null, null, LIVE_TOKEN, null, StagingChange.NONE, null, "ana"))
                .join();
        log.warn("sent {} to the other data node", LIVE_TOKEN);
        log.warn("sent {} to the issuer", ISSUER_SECRET);
        log.warn("sent {} to the store and {} to the carrier", S3_SECRET, REFRESH_TOKEN);
        log.warn("invited with {}", invitation);
        log.warn("key:\n{}", String.join("\n", key));
        log.warn("key in a line {} end", String.join("?", key));
        log.warn("a line of the key {}", key.get(1));
        log.error("failed", new IllegalStateException("password=" + CONTACT_PASSWORD));
        log.warn("the last line stays");

        Map<String, String> files = bundle();

        List<String> planted = new ArrayList<>(List.of(
                DATABASE_PASSWORD,
                "base pass",
                DATA_NODE_TOKEN,
                LIVE_TOKEN,
                CONTACT_PASSWORD,
                ISSUER_SECRET,
                S3_SECRET,
                REFRESH_TOKEN,
                adminToken(),
                invitation));
        planted.addAll(key.subList(1, key.size() - 1));
        files.forEach((file, text) ->
                planted.forEach(secret -> assertThat(text).as(file).doesNotContain(secret)));
        assertThat(files.get("log.txt"))
                .contains("opened jdbc:postgresql://db.example/bdm?[removed]", "the last line stays");
        assertThat(new String(get("/login/ways").body(), StandardCharsets.UTF_8))
                .as("the settings reach the login page")
                .contains("\"oidcName\":\"login.example.org\"");
        assertThat(files.get("settings.txt"))
                .contains(
                        "--site=b",
                        "--home=" + directory.resolve("home"),
                        "--data-node=esgf.example=token-file=",
                        "--oidc-issuer=https://login.example.org",
                        "BDM_CATALOG_PASSWORD=[removed]\n",
                        "BDM_NOTE=kept");
    }

    @Test
    void bundleHasWhatADefectIsLookedIntoWith() throws Exception {
        JobId job = SiteInProcess.submit(server, "bdm://nowhere/data", "bdm://b/in/x", 0);
        assertThat(SiteInProcess.ended(server, job).state()).isEqualTo(JobState.FAILED);

        Map<String, String> files = bundle();

        assertThat(files.keySet())
                .containsExactly(
                        "README.txt",
                        "doctor.json",
                        "log.txt",
                        "metrics.txt",
                        "process.txt",
                        "settings.txt",
                        "threads.txt",
                        "version.json",
                        "attention.jsonl",
                        "failed-jobs.jsonl",
                        "jobs.jsonl",
                        "nodes.json",
                        "sites.json");
        assertThat(files.get("doctor.json")).contains("\"tcp-receive-buffer\"", "\"export in\"");
        assertThat(files.get("metrics.txt")).contains("bdm_node_info");
        assertThat(files.get("threads.txt")).contains("\tat org.bdm.");
        assertThat(files.get("jobs.jsonl")).contains("\"" + job + "\"");
        assertThat(files.get("failed-jobs.jsonl")).contains("\"" + job + "\"");
        assertThat(files.get("attention.jsonl")).contains("\"" + job + "\"");
        assertThat(files.get("nodes.json")).contains("\"node-1\"");
        assertThat(files.get("sites.json")).contains("\"b\"").doesNotContain("SHA256:");
    }
}
