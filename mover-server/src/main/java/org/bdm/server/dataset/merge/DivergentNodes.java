package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;

/**
 * Sorts the nodes of a dataset version into groups that do not contradict each other. Pure.
 *
 * <p>Two nodes contradict each other if for a file of both the strongest digest that both give differs; or if they have no algorithm in
 * common and the sizes differ; or if each has a file that the other has not, and the names say that these cover the same time in pieces of
 * another length. A node joins a group if it contradicts nobody in it and has a file in common with it.
 */
final class DivergentNodes {
    /** Those that are published. */
    static final List<ChecksumAlgorithm> STRONGEST_FIRST = List.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5);

    private final List<ToldNode> nodes;

    DivergentNodes(List<ToldNode> nodes) {
        this.nodes = nodes.stream()
                .filter(node -> !node.files().isEmpty())
                .sorted(Comparator.comparing((ToldNode node) -> !node.isOriginal())
                        .thenComparing(node -> -strength(node))
                        .thenComparing(node -> -node.files().size())
                        .thenComparing(ToldNode::name))
                .toList();
    }

    private static long strength(ToldNode node) {
        return node.files().values().stream()
                .filter(file -> file.digest(ChecksumAlgorithm.SHA256).isPresent())
                .count();
    }

    /** Groups, the one to be taken first; in each the original first, then who says most. */
    List<List<ToldNode>> groups() {
        List<ToldNode> open = new ArrayList<>(nodes);
        List<List<ToldNode>> groups = new ArrayList<>();
        while (!open.isEmpty()) groups.add(group(open));
        List<ToldNode> order = nodes;
        groups.sort(Comparator.comparing((List<ToldNode> group) -> !group.get(0).isOriginal())
                .thenComparing(group -> -group.size())
                .thenComparing(group -> order.indexOf(group.get(0))));
        return groups;
    }

    /** The first of those left, and whoever fits it; takes them out of {@code open}. */
    private static List<ToldNode> group(List<ToldNode> open) {
        List<ToldNode> group = new ArrayList<>(List.of(open.remove(0)));
        Set<String> keys = new HashSet<>(group.get(0).files().keySet());
        boolean isGrowing = true;
        while (isGrowing) {
            isGrowing = false;
            for (int i = 0; i < open.size(); i++) {
                ToldNode node = open.get(i);
                boolean isCommon = node.files().keySet().stream().anyMatch(keys::contains);
                if (!isCommon || group.stream().anyMatch(member -> contradict(member, node))) continue;
                group.add(open.remove(i--));
                keys.addAll(node.files().keySet());
                isGrowing = true;
            }
        }
        return group;
    }

    private static boolean contradict(ToldNode a, ToldNode b) {
        for (Map.Entry<String, ToldFile> file : a.files().entrySet()) {
            ToldFile other = b.files().get(file.getKey());
            if (other != null && contradict(file.getValue(), other)) return true;
        }
        return areCutDifferently(a, b);
    }

    private static boolean contradict(ToldFile a, ToldFile b) {
        for (ChecksumAlgorithm algorithm : STRONGEST_FIRST) {
            Optional<Checksum> left = a.digest(algorithm);
            Optional<Checksum> right = b.digest(algorithm);
            if (left.isPresent() && right.isPresent()) return !left.equals(right);
        }
        return a.size().isPresent()
                && b.size().isPresent()
                && a.size().getAsLong() != b.size().getAsLong();
    }

    private static boolean areCutDifferently(ToldNode a, ToldNode b) {
        Map<String, List<TimeRange>> only = new HashMap<>();
        for (String key : a.files().keySet()) {
            if (b.files().containsKey(key)) continue;
            TimeRange.of(key)
                    .ifPresent(range -> only.computeIfAbsent(range.stem(), stem -> new ArrayList<>())
                            .add(range));
        }
        if (only.isEmpty()) return false;
        return b.files().keySet().stream()
                .filter(key -> !a.files().containsKey(key))
                .flatMap(key -> TimeRange.of(key).stream())
                .anyMatch(range ->
                        only.getOrDefault(range.stem(), List.of()).stream().anyMatch(range::overlaps));
    }
}
