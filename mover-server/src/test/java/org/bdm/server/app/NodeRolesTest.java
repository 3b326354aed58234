package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.catalog.node.SiteNode;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.bdm.server.holding.survey.HoldingSurveys;
import org.bdm.server.site.access.Pairing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site whose control and data processes are apart. */
@Timeout(180)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NodeRolesTest {
    /** The processes are those of all tests, each of which has trees of its own: starts are what takes time. */
    @TempDir
    static Path directory;

    private static SiteInProcess site;
    private static Path allFrom;
    private static Path allTo;
    private static RunningServer control;
    private static RunningServer data;
    private static boolean isDataUp;
    private static int trees;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private String tree;
    private Path from;
    private Path to;

    /** Right after a data node has started: the control process has to look for it. */
    @BeforeAll
    static void start() throws IOException {
        site = new SiteInProcess(directory);
        allFrom = site.tree("from");
        allTo = site.tree("to");
        control = site.node("control", "--role", "control");
        startData();
        SiteInProcess.pair(site.source(allFrom), control);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void placeTrees() throws IOException {
        if (!isDataUp) startData();
        tree = "tree" + trees++;
        from = Files.createDirectory(allFrom.resolve(tree));
        to = Files.createDirectory(allTo.resolve(tree));
        knowsDataNode();
    }

    private static RunningServer data(String home) {
        return site.node(home, "--role", "data", "--export", "in=" + allTo + ":rw");
    }

    private static void startData() {
        data = data("data");
        isDataUp = true;
    }

    private static void stopData() {
        data.stop();
        isDataUp = false;
    }

    private JobId submit(long bytesPerSecondMax) {
        return SiteInProcess.submit(control, "bdm://a/data/" + tree, "bdm://b/in/" + tree, bytesPerSecondMax);
    }

    private static void knowsDataNode() {
        await().atMost(SiteInProcess.SOON)
                .until(() -> !control.parts().node().nodes().dataPorts().isEmpty());
    }

    private static String word(RunningServer server, String key) {
        for (String word : server.readyLine().split(" ")) {
            if (word.startsWith(key + "=")) return word.substring(key.length() + 1);
        }
        return "";
    }

    private HttpResponse<String> get(RunningServer server, String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(word(server, "url") + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> send(RunningServer server, String method, String path, String body) throws Exception {
        String token =
                Files.readString(directory.resolve("control/admin.token")).trim();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(word(server, "url") + "/api/v1" + path))
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        String type = body.startsWith("{") ? "application/json" : "application/octet-stream";
        if (!body.isEmpty()) request.header("Content-Type", type);
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The only job that the answer names. */
    private static JobId jobOf(HttpResponse<String> submitted) {
        Matcher id = Pattern.compile("\"job-([0-9]+)\"").matcher(submitted.body());
        assertThat(id.find()).as(submitted.body()).isTrue();
        return new JobId(Long.parseLong(id.group(1)));
    }

    @Test
    void controlAndDataProcessesMakeOneSite() throws Exception {
        SiteInProcess.files(from, 3, 100);

        assertThat(control.readyLine()).contains(" data=- ").contains(" roles=control ");
        assertThat(data.readyLine()).contains(" data=127.0.0.1:").contains(" data-security=plain roles=data ");
        List<SiteNode> nodes = control.parts().catalog().nodes().all();
        assertThat(nodes)
                .extracting(SiteNode::description)
                .extracting(NodeDescription::doesControl, NodeDescription::doesData)
                .containsExactly(tuple(true, false), tuple(false, true));
        assertThat(nodes.get(0).description().dataAddress()).isNull();
        assertThat(nodes.get(1).description().controlUrl()).isNull();

        String job = "{\"kind\": \"TREE\", \"items\": [{\"source\": \"bdm://a/data/" + tree
                + "\", \"destination\": \"bdm://b/in/" + tree + "\"}]}";
        HttpResponse<String> submitted = send(control, "POST", "/jobs", job);
        assertThat(submitted.statusCode()).as(submitted.body()).isEqualTo(201);
        Job done = SiteInProcess.ended(control, jobOf(submitted));
        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertThat(to.resolve("d2/f99")).hasSameBinaryContentAs(from.resolve("d2/f99"));
    }

    @Test
    void dataProcessAnswersOnlyForHealthAndNamesAControlProcess() throws Exception {
        assertThat(get(data, "/healthz").statusCode()).isEqualTo(200);
        assertThat(get(data, "/readyz").statusCode()).isEqualTo(200);
        assertThat(get(data, "/actuator/prometheus").statusCode()).isEqualTo(401);
        for (String path : List.of("/", "/api/v1/jobs", "/api/v1/openapi.json", "/files/in/x", "/error")) {
            HttpResponse<String> answer = get(data, path);
            assertThat(answer.statusCode()).as(path).isEqualTo(421);
            assertThat(answer.body()).contains("CONTROL_ELSEWHERE", word(control, "url"));
        }
        assertThat(directory.resolve("data/admin.token")).doesNotExist();
    }

    @Test
    void jobWithoutADataNodeSaysSoAndGoesOnWhenOneIsUp() throws Exception {
        SiteInProcess.files(from, 1, 20);
        stopData();

        JobId job = submit(0);
        await().atMost(SiteInProcess.SOON)
                .untilAsserted(() -> assertThat(
                                send(control, "GET", "/jobs/" + job, "").body())
                        .contains("NO_DATA_NODE", "No data node that has export 'in' is up"));
        assertThat(send(control, "GET", "/jobs/" + job + "/explanation", "").body())
                .contains("NO_DATA_NODE", "as soon as one is up");
        assertThat(SiteInProcess.job(control, job).state()).isEqualTo(JobState.QUEUED);

        startData();
        assertThat(SiteInProcess.ended(control, job).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void controlProcessCancelsAJobThatADataNodeMoves() throws Exception {
        Files.write(Files.createDirectories(from.resolve("d")).resolve("big"), new byte[32 << 20]);
        JobId job = submit(1 << 20);
        await().atMost(SiteInProcess.SOON)
                .until(() -> control.parts().live().of(job).bytes().moved() > 0);

        Job cancelled = control.parts().scheduler().cancel(job, "a test").get(60, TimeUnit.SECONDS);

        assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(allTo.resolve(".bdm").toFile().list()).containsExactly("export-id"));
    }

    @Test
    void controlProcessKnowsTheExportsOfItsDataNodes() throws Exception {
        Files.writeString(allTo.resolve("there"), "x");
        knowsDataNode();

        await().atMost(SiteInProcess.SOON) // the ports of a node are known a moment before its exports
                .untilAsserted(
                        () -> assertThat(send(control, "GET", "/exports", "").body())
                                .contains("\"in\"", "\"rw\"", "\"available\":true"));
        assertThat(send(control, "GET", "/exports/in/entries", "").body()).contains("there");
        assertThat(send(control, "GET", "/exports/no/entries", "").body()).contains("UNKNOWN_EXPORT");
        HttpResponse<String> list = send(control, "POST", "/holdings?root=bdm://b/in", "0".repeat(64) + "  there\n");
        assertThat(list.body()).contains("EXPORT_ELSEWHERE", "node-2");
        Pairing pairing = control.parts().callers().pairing();
        assertThat(pairing.invite(new SiteName("c"), List.of("*")).invitation().grants())
                .hasSize(1);
        assertThat(from).isEmptyDirectory();
    }

    private Survey endedSurvey(RunningServer node, long number) {
        return await().atMost(SiteInProcess.SOON)
                .until(
                        () -> node.parts().catalog().surveys().find(number).orElseThrow(),
                        found -> found.state() != SurveyState.OPEN);
    }

    @Test
    void surveyThatAControlProcessBeginsIsRunByADataNode() throws Exception {
        Files.writeString(to.resolve("there"), "x");
        knowsDataNode();
        HoldingSurveys surveys = control.parts().replicas().surveys();

        Survey scan = surveys.begin(SurveyKind.SCAN, "ann", "bdm://b/in/" + tree, false)
                .join();
        Survey ended = endedSurvey(control, scan.number());
        assertThat(ended.state()).as("%s", ended).isEqualTo(SurveyState.DONE);
        assertThat(ended.progress().files()).isEqualTo(1);

        stopData();
        await().atMost(SiteInProcess.SOON)
                .until(() -> control.parts().node().nodes().dataPorts().isEmpty());
        assertThatThrownBy(() -> surveys.begin(SurveyKind.SCAN, "ann", "bdm://b/in/", false))
                .hasMessageContaining("is not at this process; it is at node-2 (STOPPED)");
    }

    @Test
    @Order(Integer.MAX_VALUE) // it leaves a third process
    void surveyOfANodeThatEndedIsTakenOver() throws Exception {
        long first = data.parts().catalog().nodes().own();
        stopData();
        Survey left = control.parts()
                .catalog()
                .surveys()
                .begin(SurveyKind.SCAN, "ann", "bdm://b/in/" + tree, false, OptionalLong.of(first), 10)
                .join();

        data("more");

        assertThat(endedSurvey(control, left.number()).state()).isEqualTo(SurveyState.DONE);
    }
}
