package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The manifests of docs/examples/kubernetes, as far as that can be told without a cluster. */
class KubernetesExampleTest {
    private static final Path EXAMPLES = Path.of("..", "docs", "examples", "kubernetes");

    @TempDir
    Path directory;

    private static List<String> files() throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                texts.add(Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    void everyFieldExistsAndEveryReferenceLeadsSomewhere() throws IOException {
        KubernetesManifests manifests = new KubernetesManifests(files());
        assertThat(manifests.problems()).isEmpty();
        assertThat(manifests.workloads())
                .extracting(KubernetesManifests::name)
                .containsExactlyInAnyOrder("Deployment bdm-control", "StatefulSet bdm-data");
        assertThat(manifests.ofKind("PodDisruptionBudget")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "failureThreshold: 6 | failureTreshold: 6 | has no field failureTreshold",
                "apiVersion: apps/v1 | apiVersion: v1 | no kind v1/StatefulSet",
                "replicas: 2 | replicas: two | is not a number",
                "memory: 6Gi | memory: 6GB | is not a quantity",
                "selector: {app: bdm, role: data} | selector: {app: bdm, role: mover} | selects no pods",
                "path: /readyz, port: https | path: /readyz, port: web | readinessProbe on no port of it",
                "targetPort: data | targetPort: dat | has no port dat",
                "secretKeyRef: {name: bdm-secrets, key: catalog-password} | secretKeyRef: {name: bdm-secrets, key: x} | no secret",
                "claimName: bdm-replica | claimName: replica | no PersistentVolumeClaim replica",
                "configMap: {name: bdm-settings} | configMap: {name: settings} | no ConfigMap settings",
                "clusterIP: None | clusterIP: 10.0.0.1 | has no headless Service bdm-data",
                "runAsNonRoot: true | runAsNonRoot: false | may run as root",
                "capabilities: {drop: [ALL]} | capabilities: {add: [ALL]} | has more rights than it needs",
                "{name: tmp, mountPath: /tmp} | {name: temp, mountPath: /tmp} | no volume temp"
            })
    void whatIsWrongIsFound(String right, String wrong, String problem) throws IOException {
        List<String> broken = new ArrayList<>();
        for (String text : files()) broken.add(text.replace(right, wrong));
        assertThat(broken).isNotEqualTo(files());
        assertThat(new KubernetesManifests(broken).problems()).anyMatch(found -> found.contains(problem));
    }

    @Test
    void serverTakesTheSettingsAndTheArgumentsOfBothRoles() throws IOException {
        KubernetesManifests manifests = new KubernetesManifests(files());
        Object settings = KubernetesManifests.at(manifests.ofKind("ConfigMap").get(0), "data", "mover.yaml");
        Path exports = Files.createDirectories(directory.resolve("replica"));
        Path config = Files.writeString(directory.resolve("mover.yaml"), String.valueOf(settings));
        List<String> roles = new ArrayList<>();
        for (Map<?, ?> workload : manifests.workloads()) {
            Map<?, ?> mover = KubernetesManifests.list(KubernetesManifests.pod(workload), "containers")
                    .get(0);
            List<String> args = ((List<?>) mover.get("args"))
                    .stream()
                            .map(arg -> String.valueOf(arg)
                                    .replace("=/exports/replica", "=" + exports)
                                    .replaceAll("\\$\\(\\w+\\)", "x"))
                            .toList();
            roles.add(settings(config, args).roles().toString());
        }
        assertThat(roles).containsExactlyInAnyOrder("control", "data");
    }

    private static ServerSettings settings(Path config, List<String> args) {
        CommandLine command = new CommandLine(new ServerOptions()).setOverwrittenOptionsAllowed(true);
        List<String> keys = command.getCommandSpec().options().stream()
                .map(option -> option.longestName().substring(2))
                .toList();
        List<String> all = new ArrayList<>(new ConfigurationFile(config, keys).arguments());
        all.addAll(args);
        command.parseArgs(all.toArray(String[]::new));
        return ServerSettings.of(command.getCommand(), Map.of("BDM_HOME", "/var/lib/bdm"));
    }

    @Test
    void podIsGivenMoreTimeToEndThanItsDrainMayTake() throws IOException {
        for (Map<?, ?> workload : new KubernetesManifests(files()).workloads()) {
            Map<?, ?> pod = KubernetesManifests.pod(workload);
            List<?> hook = (List<?>) KubernetesManifests.at(
                    KubernetesManifests.list(pod, "containers").get(0), "lifecycle", "preStop", "exec", "command");
            String last = String.valueOf(hook.get(hook.size() - 1));
            int seconds = last.endsWith("m")
                    ? 60 * Integer.parseInt(last.substring(0, last.length() - 1))
                    : Integer.parseInt(last);
            assertThat((Integer) pod.get("terminationGracePeriodSeconds"))
                    .as(KubernetesManifests.name(workload))
                    .isGreaterThanOrEqualTo(seconds + 30);
        }
    }
}
