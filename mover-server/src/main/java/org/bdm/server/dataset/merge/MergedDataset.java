package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.drs.DatasetName;

/** Decides what one dataset version is. Used once, by one thread. */
final class MergedDataset {
    private static final int SHOWN_MAX = 5;

    private final NoteBook notes = new NoteBook();
    private final ToldDataset told;
    private final List<ToldNode> nodes;

    MergedDataset(ToldDataset told) {
        this.told = told;
        this.nodes = told.nodes();
    }

    ReplicaSet set() {
        new SettledClaims(nodes, notes).settle();
        List<List<ToldNode>> groups = new DivergentNodes(nodes).groups();
        String instanceId = spelling();
        DatasetName name = DatasetName.of(instanceId);
        DatasetDirectory directory = new DatasetDirectory(name, nodes, notes);
        Optional<String> path = directory.path();
        List<ReplicaVariant> variants = new ArrayList<>();
        for (List<ToldNode> group : groups) {
            MergedFiles files = new MergedFiles(group, path.map(at -> directory), notes);
            variants.add(new ReplicaVariant(variants.size(), files.files()));
        }
        noteDivergence(groups);
        noteFlags();
        noteNumbers();
        boolean isRetracted = nodes.stream().anyMatch(ToldNode::isRetracted);
        ReplicaSet set = new ReplicaSet(
                instanceId,
                most("PROJECT", ClaimedDataset::project).orElse(""),
                !isRetracted,
                isRetracted,
                nodes.stream().anyMatch(ToldNode::isDeprecated),
                most("PID", record -> record.pid().orElse("")),
                path,
                variants,
                views(variants),
                nodes.stream().flatMap(node -> node.claims().stream()).toList(),
                List.of());
        if (!variants.isEmpty()) {
            set.contradiction().ifPresent(text -> notes.finding("EXTENT_CONTESTED", "", text));
        }
        return set.withNotes(notes.notes());
    }

    /** The spelling of the original; else what most nodes write. */
    private String spelling() {
        Majority<String> all = new Majority<>();
        Majority<String> originals = new Majority<>();
        for (ToldNode node : nodes) {
            for (String spelling : told.spellings(node.name())) {
                all.add(spelling, 0);
                if (node.isOriginal()) originals.add(spelling, 0);
            }
        }
        String taken = (originals.isEmpty() ? all : originals).winner();
        if (!all.isUnanimous()) {
            String why = originals.isEmpty() ? "most nodes write it so" : "the node of the original writes it so";
            notes.choice("SPELLING", "", "the name is taken as " + taken + ": " + why + "; written are " + all.shown());
        }
        return taken;
    }

    /** Returns the value of most records; empty if none has one. */
    private Optional<String> most(String code, Function<ClaimedDataset, String> what) {
        Majority<String> values = new Majority<>();
        for (ToldNode node : nodes) {
            Set<String> ofNode = new TreeSet<>();
            node.records().forEach(record -> ofNode.add(what.apply(record)));
            ofNode.remove("");
            ofNode.forEach(value -> values.add(value, node.isOriginal() ? 0 : 1));
        }
        if (values.isEmpty()) return Optional.empty();
        if (!values.isUnanimous()) {
            notes.choice(
                    code, "", "taken is " + values.winner() + ", which most nodes say; said are " + values.shown());
        }
        return Optional.of(values.winner());
    }

    private void noteDivergence(List<List<ToldNode>> groups) {
        if (groups.size() < 2) return;
        for (int i = 0; i < groups.size(); i++) {
            String names = names(groups.get(i));
            String which = i == 0 ? "is taken: " + reason(groups) : "is not taken";
            notes.finding(
                    "DIVERGENT",
                    groups.get(i).get(0).name(),
                    "variant " + i + ", at " + names + ", contradicts the others and " + which);
        }
    }

    private static String reason(List<List<ToldNode>> groups) {
        ToldNode first = groups.get(0).get(0);
        if (first.isOriginal()) return first.name() + " holds the original";
        boolean isLargest = groups.get(0).size() > groups.get(1).size();
        return isLargest ? "most nodes hold it, and no node says that it holds the original" : "nothing else decides";
    }

    private static String names(List<ToldNode> nodes) {
        String shown =
                nodes.stream().map(ToldNode::name).sorted().limit(SHOWN_MAX).collect(Collectors.joining(", "));
        return nodes.size() <= SHOWN_MAX ? shown : shown + " and " + (nodes.size() - SHOWN_MAX) + " more";
    }

    private void noteFlags() {
        noteFlag("RETRACTED", "withdrawn", record -> record.status().retracted());
        noteFlag("LATEST", "the latest version", record -> record.status().latest());
    }

    private void noteFlag(String code, String words, Function<ClaimedDataset, Optional<Boolean>> flag) {
        Set<String> yes = new TreeSet<>();
        Set<String> no = new TreeSet<>();
        for (ToldNode node : nodes) {
            for (ClaimedDataset record : node.records()) {
                flag.apply(record).ifPresent(is -> (is ? yes : no).add(node.name() + " by " + record.index()));
            }
        }
        if (yes.isEmpty() || no.isEmpty()) return;
        notes.finding(code + "_CONTESTED", "", words + ": yes at " + shown(yes) + "; no at " + shown(no));
    }

    private static String shown(Set<String> names) {
        String first = names.stream().limit(SHOWN_MAX).collect(Collectors.joining(", "));
        return names.size() <= SHOWN_MAX ? first : first + " and " + (names.size() - SHOWN_MAX) + " more";
    }

    private void noteNumbers() {
        for (ToldNode node : nodes) {
            if (node.files().isEmpty()) continue;
            node.claims().stream()
                    .filter(claim -> claim.files().isPresent()
                            && claim.files().getAsLong() != node.files().size())
                    .forEach(claim -> notes.finding(
                            "FILES_MISSING",
                            node.name(),
                            claim.index() + " says " + claim.files().getAsLong() + " files, but "
                                    + node.files().size() + " are listed"));
        }
    }

    private List<ReplicaNode> views(List<ReplicaVariant> variants) {
        Map<String, Integer> variantOf = new HashMap<>();
        Map<String, Long> bytes = new HashMap<>();
        for (ReplicaVariant variant : variants) {
            for (ReplicaFile file : variant.files()) {
                Set<String> holders = new HashSet<>();
                for (ReplicaCopy copy : file.copies()) holders.add(copy.node());
                for (String holder : holders) {
                    variantOf.put(holder, variant.number());
                    bytes.merge(holder, file.size().orElse(0), Long::sum);
                }
            }
        }
        Map<String, ReplicaNode> views = new TreeMap<>();
        for (ToldNode node : nodes) {
            Integer variant = variantOf.get(node.name());
            views.put(
                    node.name(),
                    new ReplicaNode(
                            node.name(),
                            node.isOriginal(),
                            node.isRetracted(),
                            variant == null ? OptionalInt.empty() : OptionalInt.of(variant),
                            node.files().size(),
                            bytes.getOrDefault(node.name(), 0L)));
        }
        return List.copyOf(views.values());
    }
}
