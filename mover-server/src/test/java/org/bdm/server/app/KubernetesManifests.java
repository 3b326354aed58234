package org.bdm.server.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Manifests that belong together, and what is wrong with how they refer to each other. */
final class KubernetesManifests {
    private static final List<String> PROBES = List.of("startupProbe", "livenessProbe", "readinessProbe");

    private final List<Map<?, ?>> manifests = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    KubernetesManifests(List<String> files) {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        for (String file : files) {
            StreamSupport.stream(yaml.loadAll(file).spliterator(), false)
                    .map(each -> (Map<?, ?>) each)
                    .forEach(manifests::add);
        }
    }

    /** Everything that is wrong; empty if a cluster would take and run them. */
    List<String> problems() {
        problems.clear();
        manifests.forEach(each -> problems.addAll(KubernetesSchema.problems(each)));
        if (!problems.isEmpty()) return problems;
        workloads().forEach(this::checkWorkload);
        ofKind("Service").forEach(this::checkService);
        for (Map<?, ?> budget : ofKind("PodDisruptionBudget")) {
            podsWith(name(budget), at(budget, "spec", "selector", "matchLabels"));
        }
        return problems;
    }

    List<Map<?, ?>> ofKind(String kind) {
        return manifests.stream().filter(each -> kind.equals(each.get("kind"))).toList();
    }

    List<Map<?, ?>> workloads() {
        return manifests.stream()
                .filter(each -> Set.of("Deployment", "StatefulSet").contains(each.get("kind")))
                .toList();
    }

    static String name(Map<?, ?> manifest) {
        return manifest.get("kind") + " " + at(manifest, "metadata", "name");
    }

    /** What is at the end of a path of fields; null if there is nothing. */
    static Object at(Object manifest, String... path) {
        Object found = manifest;
        for (String field : path) found = found instanceof Map<?, ?> map ? map.get(field) : null;
        return found;
    }

    static List<Map<?, ?>> list(Object manifest, String... path) {
        List<Map<?, ?>> entries = new ArrayList<>();
        if (at(manifest, path) instanceof List<?> found) found.forEach(each -> entries.add((Map<?, ?>) each));
        return entries;
    }

    static Map<?, ?> pod(Map<?, ?> workload) {
        return (Map<?, ?>) at(workload, "spec", "template", "spec");
    }

    private void checkWorkload(Map<?, ?> workload) {
        String name = name(workload);
        Object labels = at(workload, "spec", "template", "metadata", "labels");
        if (!isPartOf(at(workload, "spec", "selector", "matchLabels"), labels)) {
            problems.add(name + " does not select its own pods");
        }
        boolean isLocked = Boolean.TRUE.equals(at(pod(workload), "securityContext", "runAsNonRoot"))
                && "RuntimeDefault".equals(at(pod(workload), "securityContext", "seccompProfile", "type"));
        if (!isLocked) problems.add(name + " may run as root or without seccomp");
        Object service = at(workload, "spec", "serviceName");
        if (service != null && !"None".equals(at(find("Service", service), "spec", "clusterIP"))) {
            problems.add(name + " has no headless Service " + service);
        }
        Set<Object> volumes = checkVolumes(workload);
        for (Map<?, ?> container : containers(workload)) checkContainer(name, container, volumes);
    }

    private static List<Map<?, ?>> containers(Map<?, ?> workload) {
        List<Map<?, ?>> all = new ArrayList<>(list(pod(workload), "containers"));
        all.addAll(list(pod(workload), "initContainers"));
        return all;
    }

    private Map<?, ?> find(String kind, Object name) {
        return ofKind(kind).stream()
                .filter(each -> Objects.equals(name, at(each, "metadata", "name")))
                .findFirst()
                .orElse(Map.of());
    }

    private Set<Object> checkVolumes(Map<?, ?> workload) {
        Set<Object> names = new HashSet<>();
        for (Map<?, ?> volume : list(pod(workload), "volumes")) {
            names.add(volume.get("name"));
            exists(workload, "ConfigMap", at(volume, "configMap", "name"));
            exists(workload, "Secret", at(volume, "secret", "secretName"));
            exists(workload, "PersistentVolumeClaim", at(volume, "persistentVolumeClaim", "claimName"));
        }
        for (Map<?, ?> claim : list(workload, "spec", "volumeClaimTemplates")) {
            names.add(at(claim, "metadata", "name"));
        }
        return names;
    }

    private void exists(Map<?, ?> workload, String kind, Object name) {
        if (name != null && find(kind, name).isEmpty()) problems.add(name(workload) + ": no " + kind + " " + name);
    }

    private void checkContainer(String workload, Map<?, ?> container, Set<Object> volumes) {
        String name = workload + ", container " + container.get("name");
        for (Map<?, ?> mount : list(container, "volumeMounts")) {
            if (!volumes.contains(mount.get("name"))) problems.add(name + ": no volume " + mount.get("name"));
        }
        for (Map<?, ?> variable : list(container, "env")) {
            Object reference = at(variable, "valueFrom", "secretKeyRef");
            if (reference == null) continue;
            Object keys = at(find("Secret", at(reference, "name")), "stringData");
            boolean isThere = keys instanceof Map<?, ?> map && map.containsKey(at(reference, "key"));
            if (!isThere) problems.add(name + ": no secret " + reference);
        }
        boolean isLocked = Boolean.FALSE.equals(at(container, "securityContext", "allowPrivilegeEscalation"))
                && Boolean.TRUE.equals(at(container, "securityContext", "readOnlyRootFilesystem"))
                && List.of("ALL").equals(at(container, "securityContext", "capabilities", "drop"));
        if (!isLocked) problems.add(name + " has more rights than it needs");
        Set<Object> ports = ports(container);
        for (String probe : PROBES) {
            Object port = at(container, probe, "httpGet", "port");
            if (port != null && !ports.contains(port)) problems.add(name + ": " + probe + " on no port of it: " + port);
        }
    }

    private static Set<Object> ports(Map<?, ?> container) {
        Set<Object> ports = new HashSet<>();
        for (Map<?, ?> port : list(container, "ports")) {
            ports.add(port.get("name"));
            ports.add(port.get("containerPort"));
        }
        return ports;
    }

    private void checkService(Map<?, ?> service) {
        for (Map<?, ?> workload : podsWith(name(service), at(service, "spec", "selector"))) {
            Set<Object> open = new HashSet<>();
            list(pod(workload), "containers").forEach(container -> open.addAll(ports(container)));
            for (Map<?, ?> port : list(service, "spec", "ports")) {
                if (!open.contains(port.get("targetPort"))) {
                    problems.add(name(service) + ": " + name(workload) + " has no port " + port.get("targetPort"));
                }
            }
        }
    }

    /** The workloads whose pods a selector selects; there has to be one. */
    private List<Map<?, ?>> podsWith(String who, Object selector) {
        List<Map<?, ?>> selected = workloads().stream()
                .filter(each -> isPartOf(selector, at(each, "spec", "template", "metadata", "labels")))
                .toList();
        if (selected.isEmpty()) problems.add(who + " selects no pods");
        return selected;
    }

    private static boolean isPartOf(Object selector, Object labels) {
        return selector instanceof Map<?, ?> some
                && !some.isEmpty()
                && labels instanceof Map<?, ?> all
                && all.entrySet().containsAll(some.entrySet());
    }
}
