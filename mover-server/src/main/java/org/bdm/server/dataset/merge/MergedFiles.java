package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;

/** The files of one variant, from the nodes that hold it. Used once, by one thread. */
final class MergedFiles {
    private static final int URL_LENGTH_MAX = 4_000;

    private final List<ToldNode> nodes;
    private final Optional<DatasetDirectory> directory;
    private final NoteBook notes;

    /**
     * Files of a group.
     *
     * @param nodes the first in rank first
     */
    MergedFiles(List<ToldNode> nodes, Optional<DatasetDirectory> directory, NoteBook notes) {
        this.nodes = nodes;
        this.directory = directory;
        this.notes = notes;
    }

    /** The union over the nodes: a node may hold a part only. */
    List<ReplicaFile> files() {
        Set<String> keys = new TreeSet<>();
        nodes.forEach(node -> keys.addAll(node.files().keySet()));
        return keys.stream().map(this::file).toList();
    }

    private ReplicaFile file(String key) {
        OptionalLong size = size(key);
        List<ReplicaDigest> digests = digests(key);
        String name = name(key);
        return new ReplicaFile(
                name,
                directory.flatMap(at -> at.filePath(name)),
                size,
                digests,
                first(key, ToldFile::trackingIds),
                first(key, ToldFile::modified),
                copies(key, size, digests));
    }

    private <T> Optional<T> first(String key, java.util.function.Function<ToldFile, TreeSet<T>> what) {
        return nodes.stream()
                .flatMap(node -> Optional.ofNullable(node.files().get(key)).stream())
                .flatMap(file -> what.apply(file).stream())
                .findFirst();
    }

    /** Without {@code _0} if anybody writes it so: the number is an artefact of publishing. */
    private String name(String key) {
        Majority<String> names = new Majority<>();
        each(key, (rank, file) -> file.names().forEach(name -> names.add(name, rank)));
        if (names.isUnanimous()) return names.winner();
        String taken = names.number(key) > 0 ? key : names.winner();
        notes.choice("FILE_NAME", key, "the file is called " + taken + "; written are " + names.shown());
        return taken;
    }

    private OptionalLong size(String key) {
        Majority<Long> sizes = new Majority<>();
        each(key, (rank, file) -> file.size().ifPresent(size -> sizes.add(size, rank)));
        if (sizes.isEmpty()) {
            notes.finding("SIZE_UNKNOWN", key, "no index says how long the file is");
            return OptionalLong.empty();
        }
        if (!sizes.isUnanimous()) {
            notes.finding(
                    "SIZE_DIFFERS",
                    key,
                    "the digests agree and the sizes do not: " + sizes.shown() + "; taken is " + sizes.winner());
        }
        return OptionalLong.of(sizes.winner());
    }

    private List<ReplicaDigest> digests(String key) {
        List<ReplicaDigest> digests = new ArrayList<>();
        for (ChecksumAlgorithm algorithm : DivergentNodes.STRONGEST_FIRST) {
            Majority<String> values = new Majority<>();
            each(key, (rank, file) -> file.digest(algorithm).ifPresent(digest -> values.add(digest.hex(), rank)));
            if (values.isEmpty()) continue;
            String taken = values.winner();
            if (!values.isUnanimous()) {
                notes.finding(
                        "DIGEST_DIFFERS",
                        key,
                        "a stronger digest agrees and " + algorithm.standardName() + " does not: " + values.shown()
                                + "; taken is " + taken);
            }
            digests.add(new ReplicaDigest(Checksum.ofHex(algorithm, taken), values.number(taken)));
        }
        each(
                key,
                (rank, file) -> file.unread()
                        .forEach(text -> notes.finding(
                                "DIGEST_UNREADABLE", key, "this digest cannot be computed here: " + shown(text))));
        if (digests.isEmpty()) notes.finding("DIGEST_UNKNOWN", key, "no index gives a digest of the file");
        return digests;
    }

    private List<ReplicaCopy> copies(String key, OptionalLong size, List<ReplicaDigest> digests) {
        TreeMap<String, List<ReplicaCopy>> copies = new TreeMap<>();
        for (ToldNode node : nodes) {
            ToldFile file = node.files().get(key);
            if (file == null) continue;
            boolean saysSize = size.isPresent() && file.size().equals(size);
            Map<ChecksumAlgorithm, Set<String>> says = new EnumMap<>(ChecksumAlgorithm.class);
            for (ReplicaDigest digest : digests) {
                ChecksumAlgorithm algorithm = digest.value().algorithm();
                if (file.digest(algorithm).equals(Optional.of(digest.value())))
                    says.put(algorithm, file.saidBy(algorithm));
            }
            List<ReplicaCopy> ofNode = new ArrayList<>();
            for (String url : file.urls()) {
                if (isUsable(url)) ofNode.add(copy(node, Optional.of(url), Optional.empty(), saysSize, says));
                else
                    notes.finding(
                            "URL_UNUSABLE", key, node.name() + " gives an address that cannot be read: " + shown(url));
            }
            if (ofNode.isEmpty()) {
                Optional<String> elsewhere = file.elsewhere().filter(address -> address.length() <= URL_LENGTH_MAX);
                ofNode.add(copy(node, Optional.empty(), elsewhere, saysSize, says));
            }
            copies.put(node.name(), ofNode);
        }
        List<ReplicaCopy> all = copies.values().stream().flatMap(List::stream).toList();
        if (all.stream().allMatch(copy -> copy.url().isEmpty())) {
            notes.finding("NO_HTTP_COPY", key, "no node offers the file over HTTP");
        }
        return all;
    }

    private static ReplicaCopy copy(
            ToldNode node,
            Optional<String> url,
            Optional<String> elsewhere,
            boolean saysSize,
            Map<ChecksumAlgorithm, Set<String>> says) {
        return new ReplicaCopy(node.name(), url, elsewhere, saysSize, says.keySet(), says);
    }

    private static boolean isUsable(String url) {
        if (url.length() > URL_LENGTH_MAX) return false;
        try {
            Copy.location(url);
            return true;
        } catch (MoverException notAnAddress) {
            return false;
        }
    }

    /** Text of strangers as it may stand in a sentence. */
    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= 200 ? plain : plain.substring(0, 200) + "..";
    }

    private interface Look {
        void at(int rank, ToldFile file);
    }

    private void each(String key, Look look) {
        for (int rank = 0; rank < nodes.size(); rank++) {
            ToldFile file = nodes.get(rank).files().get(key);
            if (file != null) look.at(rank, file);
        }
    }
}
