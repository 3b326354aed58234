package org.bdm.server.api.dataset;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.dataset.MissingCopyView;
import org.bdm.core.control.dataset.ReplicaClaimView;
import org.bdm.core.control.dataset.ReplicaCopyView;
import org.bdm.core.control.dataset.ReplicaDigestView;
import org.bdm.core.control.dataset.ReplicaFileView;
import org.bdm.core.control.dataset.ReplicaNodeView;
import org.bdm.core.control.dataset.ReplicaNoteView;
import org.bdm.core.control.dataset.ReplicaSetView;
import org.bdm.core.control.dataset.ReplicaVariantView;
import org.bdm.core.replica.MissingCopy;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.catalog.dataset.StoredReplicaSet;
import org.jspecify.annotations.Nullable;

/** Replica sets as messages. */
final class ReplicaViews {
    private ReplicaViews() {}

    /** The addresses of all copies, as they were published. */
    static List<String> addresses(ReplicaSet set) {
        return set.variants().stream()
                .flatMap(variant -> variant.files().stream())
                .flatMap(file -> file.copies().stream())
                .flatMap(copy -> copy.url().stream())
                .toList();
    }

    /**
     * A set that is stored.
     *
     * @param missing copies that were missing when they were asked last, by address
     */
    static ReplicaSetView of(StoredReplicaSet stored, Map<String, MissingCopy> missing) {
        ReplicaSet set = stored.set();
        return new ReplicaSetView(
                of(stored.summary()),
                set.pid().orElse(null),
                set.directory().orElse(null),
                set.variants().stream()
                        .map(variant -> of(set, variant, missing))
                        .toList(),
                set.nodes().stream().map(ReplicaViews::of).toList(),
                set.claims().stream().map(ReplicaViews::of).toList(),
                set.notes().stream()
                        .map(note -> new ReplicaNoteView(note.kind().name(), note.code(), note.subject(), note.text()))
                        .toList());
    }

    static DatasetView of(ReplicaSetSummary summary) {
        return new DatasetView(
                summary.instanceId(),
                summary.project(),
                summary.latest(),
                summary.retracted(),
                summary.deprecated(),
                summary.files(),
                summary.bytes(),
                summary.variants(),
                summary.nodes(),
                summary.firstSeen(),
                summary.lastSeen());
    }

    private static ReplicaVariantView of(ReplicaSet set, ReplicaVariant variant, Map<String, MissingCopy> missing) {
        List<String> nodes = set.nodes().stream()
                .filter(node -> node.variant().isPresent() && node.variant().getAsInt() == variant.number())
                .map(ReplicaNode::name)
                .toList();
        return new ReplicaVariantView(
                variant.number(),
                nodes,
                variant.bytes(),
                variant.files().stream().map(file -> file(set, file, missing)).toList());
    }

    static ReplicaFileView file(ReplicaSet set, ReplicaFile file, Map<String, MissingCopy> missing) {
        return new ReplicaFileView(
                set.instanceId(),
                file.name(),
                file.path().orElse(null),
                file.size().isPresent() ? file.size().getAsLong() : null,
                file.digests().stream()
                        .map(digest -> new ReplicaDigestView(
                                digest.value().algorithm().name().toLowerCase(Locale.ROOT),
                                digest.value().hex(),
                                digest.nodes()))
                        .toList(),
                file.trackingId().orElse(null),
                file.modified().orElse(null),
                file.copies().stream().map(copy -> of(copy, missing)).toList());
    }

    private static ReplicaCopyView of(ReplicaCopy copy, Map<String, MissingCopy> missing) {
        return new ReplicaCopyView(
                copy.node(),
                copy.url().orElse(null),
                copy.saysSize(),
                copy.saysDigests().stream()
                        .map(algorithm -> algorithm.name().toLowerCase(Locale.ROOT))
                        .toList(),
                copy.url()
                        .flatMap(url -> Optional.ofNullable(missing.get(url)))
                        .map(ReplicaViews::of)
                        .orElse(null));
    }

    private static MissingCopyView of(MissingCopy missing) {
        return new MissingCopyView(
                missing.occasions(),
                missing.firstSeen(),
                missing.lastSeen(),
                missing.isPermanent() ? missing.askedAgainAt() : null);
    }

    private static ReplicaNodeView of(ReplicaNode node) {
        @Nullable Integer variant = node.variant().isPresent() ? node.variant().getAsInt() : null;
        return new ReplicaNodeView(node.name(), node.original(), node.retracted(), variant, node.files(), node.bytes());
    }

    private static ReplicaClaimView of(ReplicaClaim claim) {
        return new ReplicaClaimView(
                claim.node(),
                claim.index(),
                claim.replica().orElse(null),
                claim.latest().orElse(null),
                claim.retracted().orElse(null),
                claim.deprecated().orElse(null),
                claim.files().isPresent() ? claim.files().getAsLong() : null,
                claim.bytes().isPresent() ? claim.bytes().getAsLong() : null,
                claim.indexedAt().orElse(null),
                claim.firstSeen().orElse(null),
                claim.lastSeen().orElse(null));
    }
}
