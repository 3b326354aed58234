package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard, the alert rules and the scrape configuration of docs/monitoring fit the program and the programs that read them. */
class MonitoringFilesTest {
    private static final Path MONITORING = Path.of("..", "docs", "monitoring");
    private static final Path RULES = MONITORING.resolve("alerts.yaml");
    private static final Path RULE_TESTS = Path.of("src", "test", "resources", "monitoring", "alerts-test.yaml");
    private static final Pattern IN_LEGEND = Pattern.compile("\\{\\{ *([a-z_]+) *}}");
    private static final Pattern IN_TEXT = Pattern.compile("\\$labels\\.([a-z_]+)");
    private static final Set<String> SEVERITIES = Set.of("critical", "warning", "info");

    private static GrafanaDashboard dashboard() throws IOException {
        return new GrafanaDashboard(
                JsonMapper.builder().build().readTree(Files.readString(MONITORING.resolve("dashboard.json"))));
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> all = new HashSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) all.add(matcher.group(1));
        return all;
    }

    private static List<Map<?, ?>> rules() throws IOException {
        Map<?, ?> file = new Yaml().load(Files.readString(RULES));
        List<Map<?, ?>> rules = new ArrayList<>();
        for (Object group : (List<?>) file.get("groups")) {
            for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) rules.add((Map<?, ?>) rule);
        }
        return rules;
    }

    @Test
    void dashboardHasWhatTheSchemaOfGrafanaNeeds() throws IOException {
        assertThat(dashboard().problems()).isEmpty();
        assertThat(dashboard().queries()).hasSizeGreaterThan(60);
    }

    @Test
    void everyQueryOfTheDashboardIsAboutDeclaredMetricsAndTheirLabels() throws IOException {
        for (GrafanaDashboard.Query query : dashboard().queries()) {
            assertThat(MonitoringProblems.of(query.expression(), found(IN_LEGEND, query.legend())))
                    .as(query.panel() + ": " + query.expression())
                    .isEmpty();
            assertThat(query.expression()).as("the variable of the dashboard").contains("site=~\"$site\"");
        }
    }

    @Test
    void everyRuleIsAboutDeclaredMetricsAndSaysWhatToDo() throws IOException {
        assertThat(rules()).hasSizeGreaterThan(15);
        Set<Object> names = new HashSet<>();
        for (Map<?, ?> rule : rules()) {
            String name = String.valueOf(rule.get("alert"));
            Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
            String texts = annotations.get("summary") + " " + annotations.get("action");
            assertThat(MonitoringProblems.of(String.valueOf(rule.get("expr")), found(IN_TEXT, texts)))
                    .as(name)
                    .isEmpty();
            assertThat(name).startsWith("Bdm");
            assertThat(names.add(name)).as("twice: " + name).isTrue();
            assertThat(annotations.keySet()).as(name).isEqualTo(Set.of("summary", "action"));
            assertThat(SEVERITIES.contains(((Map<?, ?>) rule.get("labels")).get("severity")))
                    .as(name)
                    .isTrue();
        }
    }

    @Test
    void pageExplainsEachAlertAndNoOther() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "how-to", "monitor.md"));
        List<String> names = new ArrayList<>();
        for (Map<?, ?> rule : rules()) names.add(String.valueOf(rule.get("alert")));
        assertThat(found(Pattern.compile("\\| `(Bdm[A-Za-z]+)` \\|"), page)).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void scrapeConfigurationScrapesWhatTheServerServes() throws IOException {
        Map<?, ?> file = new Yaml().load(Files.readString(MONITORING.resolve("prometheus.yaml")));
        Map<?, ?> scrape = (Map<?, ?>) ((List<?>) file.get("scrape_configs")).get(0);
        assertThat((Object) scrape.get("job_name")).isEqualTo("bdm"); // as the rules have it
        assertThat((Object) scrape.get("metrics_path")).isEqualTo("/actuator/prometheus");
        assertThat(((Map<?, ?>) scrape.get("authorization")).keySet()).isEqualTo(Set.of("type", "credentials_file"));
        assertThat(String.valueOf(file.get("rule_files"))).contains("alerts.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sum by (site) (bdm_site_jobs) | does not add up",
                "bdm_site_jobs{state=\"ACTIVE\"} | take max by",
                "sum by (site) (bdm_peer_reachable) | does not add up",
                "sum by (site, peer) (bdm_running_jobs) | has the label peer",
                "sum by (site) (bdm_running_job) | no metric bdm_running_job",
                "rate(bdm_files_total{result=\"done\"}[5m]) | bdm_files_total has no label result",
                "bdm_catalog_operation_duration_seconds | no metric",
                "max by (site) (bdm_catalog_up) | no label instance"
            })
    void whatIsWrongWithAQueryIsFound(String query, String problem) {
        assertThat(MonitoringProblems.of(query, Set.of("instance"))).anyMatch(found -> found.contains(problem));
    }

    @Test
    void promtoolAcceptsTheRules() throws Exception {
        promtool("check", "rules", RULES.toString());
    }

    @Test
    void promtoolSeesEachAlertFireAndEnd() throws Exception {
        String tests = Files.readString(RULE_TESTS);
        for (Map<?, ?> rule : rules()) assertThat(tests).contains("alertname: " + rule.get("alert"));
        promtool("test", "rules", RULE_TESTS.toString());
    }

    /** Runs promtool of Prometheus, which must succeed; skips the test where it is not installed. */
    private static void promtool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            System.out.println("skipped: promtool is not installed");
            assumeThat(false).as("promtool is installed").isTrue();
            return;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
