package org.bdm.server.dataset.replica;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;

/** Turns replica sets into the items of a job. The same sets and wishes give the same items. Immutable. */
public final class ReplicaItems {
    private static final int PREFERENCE_STEP = 10;
    private static final int PREFERENCE_MAX = 1_000;

    private final Endpoint destination;
    private final CopyPolicy policy;
    private final TreesAtSites trees;

    /**
     * For one job.
     *
     * @param destination a directory of this site; files go below it by the layout of their project
     */
    public ReplicaItems(Endpoint destination, CopyPolicy policy) {
        this.destination = destination;
        this.policy = policy;
        this.trees = new TreesAtSites(destination, policy.alsoAt());
    }

    /**
     * One item for each file of the wanted variant. A file that nobody offers, over HTTP or at a paired site, or that has no safe path, is an
     * item that will fail: it is counted and says why.
     *
     * @param receiver takes each of them
     */
    public void of(ReplicaSet set, Consumer<SubmittedItem> receiver) {
        Optional<ReplicaVariant> variant = variant(set);
        if (variant.isEmpty()) return;
        List<ReplicaFile> files = variant.get().files();
        for (int number = 0; number < files.size(); number++) {
            receiver.accept(item(set, files.get(number), number));
        }
    }

    /** The variant of the node that was asked for, if it holds one; else the one that was chosen. Empty if no file is known. */
    private Optional<ReplicaVariant> variant(ReplicaSet set) {
        for (ReplicaVariant variant : set.variants()) {
            boolean isWanted = policy.variantNode().isPresent()
                    && variant.files().stream()
                            .flatMap(file -> file.copies().stream())
                            .anyMatch(copy ->
                                    copy.node().equals(policy.variantNode().get()));
            if (isWanted) return Optional.of(variant);
        }
        return set.variants().stream().findFirst();
    }

    private SubmittedItem item(ReplicaSet set, ReplicaFile file, int number) {
        List<Checksum> digests =
                file.digests().stream().map(ReplicaDigest::value).toList();
        long size = file.size().orElse(SubmittedItem.SIZE_UNKNOWN);
        if (file.path().isEmpty()) {
            String place = set.directory().orElse("unnamed") + "/unnamed-" + number;
            return SubmittedItem.fromNowhere(
                    below(place),
                    size,
                    digests,
                    "no safe path can be made for file '" + shown(file.name()) + "' of " + shown(set.instanceId()));
        }
        String to = below(file.path().get());
        List<ItemCopy> copies = copies(file);
        if (copies.isEmpty()) return withoutDataNode(set, file, to, size, digests);
        return new SubmittedItem(
                copies.get(0).source(),
                to,
                false,
                size,
                digests,
                file.modified().orElse(null),
                copies);
    }

    /** A site is asked only for bytes that can be told from others. */
    private SubmittedItem withoutDataNode(
            ReplicaSet set, ReplicaFile file, String to, long size, List<Checksum> digests) {
        String why = whyNowhere(set, file);
        List<Endpoint> atSites = trees.copiesOf(Endpoint.parse(to));
        if (atSites.isEmpty()) return SubmittedItem.fromNowhere(to, size, digests, why);
        if (size == SubmittedItem.SIZE_UNKNOWN || digests.isEmpty()) {
            String missing = digests.isEmpty() ? "digest" : "size";
            return SubmittedItem.fromNowhere(
                    to, size, digests, why + "; no site is queried, because its " + missing + " is unknown");
        }
        return SubmittedItem.atSites(
                atSites.get(0).toString(), to, size, digests, file.modified().orElse(null));
    }

    private String whyNowhere(ReplicaSet set, ReplicaFile file) {
        String of = shown(file.name()) + " of " + shown(set.instanceId());
        if (file.isObtainable()) return "no live copy: every node that offers " + of + " is to be avoided";
        if (file.copies().isEmpty()) return "no live copy: no index names a node that holds " + of;
        String nodes = file.copies().stream()
                .map(copy -> copy.node()
                        + copy.elsewhere()
                                .map(address -> " (" + shown(GlobusPlace.shown(address)) + ")")
                                .orElse(""))
                .distinct()
                .limit(5)
                .collect(Collectors.joining(", "));
        boolean isAtGlobus = file.copies().stream()
                .flatMap(copy -> copy.elsewhere().stream())
                .anyMatch(address -> GlobusPlace.of(address).isPresent());
        String remedy = isAtGlobus
                ? "; 'bdm-client manifest " + shown(set.instanceId())
                        + " --format globus-batch --missing --root DIRECTORY' writes a transfer for Globus"
                : "";
        return "no live copy: no node offers " + of + " over HTTP; it is said to be at " + nodes + remedy;
    }

    private record Ranked(String location, int rank, String node) {}

    private List<ItemCopy> copies(ReplicaFile file) {
        List<Ranked> ranked = new ArrayList<>();
        for (ReplicaCopy copy : file.copies()) {
            if (copy.url().isEmpty()) continue;
            URI location = Copy.location(copy.url().get());
            String host = location.getHost().toLowerCase(Locale.ROOT);
            if (policy.avoids(copy.node(), host)) continue;
            ranked.add(new Ranked(copy.url().get(), policy.rank(copy.node(), host), copy.node()));
        }
        ranked.sort(
                Comparator.comparing(Ranked::rank).thenComparing(Ranked::node).thenComparing(Ranked::location));
        return ranked.stream()
                .limit(SubmittedItem.COPIES_MAX)
                .map(one -> new ItemCopy(one.location(), Math.min(PREFERENCE_MAX, one.rank() * PREFERENCE_STEP)))
                .toList();
    }

    private String below(String path) {
        return destination
                .withPath(StorePath.ofUtf8(path).below(destination.path()))
                .toString();
    }

    /** Names of strangers as they may stand in a sentence. */
    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= 300 ? plain : plain.substring(0, 300) + "..";
    }
}
