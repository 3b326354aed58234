package org.bdm.core.source.http;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.AskedTimes;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.CopyRanking;
import org.bdm.core.replica.CopyRanking.Candidate;
import org.bdm.core.replica.CopyTrials;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.source.http.node.DataNode;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.transfer.Origin;
import org.jspecify.annotations.Nullable;

/**
 * The trials of the files that were fetched lately: a digest is known only after the source has ended its part. Any thread. What is used
 * least goes first; a file whose trials are gone begins them anew, at the cost of one more try.
 */
final class TrialBoard {
    private static final int FILES_MAX = 32_768;

    private final HttpNodes nodes;
    private final Map<FileId, Entry> byFile = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<FileId, Entry> eldest) {
            return size() > FILES_MAX;
        }
    };

    TrialBoard(HttpNodes nodes) {
        this.nodes = nodes;
    }

    private record Entry(CopyTrials trials, List<Copy> copies, Map<URI, Long> otherSizes) {
        Entry(CopyTrials trials, List<Copy> copies) {
            this(trials, copies, new ConcurrentHashMap<>());
        }

        /** Adds that copies told another size than what they sent. */
        DigestVerdict withSizes(DigestVerdict verdict) {
            if (!(verdict instanceof DigestVerdict.Wrong wrong) || otherSizes.isEmpty()) return verdict;
            StringBuilder detail = new StringBuilder(wrong.detail());
            otherSizes.forEach((location, said) -> detail.append("; ")
                    .append(location)
                    .append(" says ")
                    .append(said)
                    .append(" bytes and sent the expected ")
                    .append(trials.sizeBytes())
                    .append(" bytes"));
            return new DigestVerdict.Wrong(wrong.from(), detail.toString());
        }
    }

    /** A copy told this size, and sent as many bytes as were expected. */
    void saidSize(FileId file, URI location, long bytes) {
        Entry entry = find(file);
        if (entry != null) entry.otherSizes().put(location, bytes);
    }

    synchronized CopyTrials of(FileId file, List<Copy> copies, long sizeBytes) {
        Entry known = byFile.get(file);
        if (known != null && known.copies().equals(copies) && known.trials().sizeBytes() == sizeBytes)
            return known.trials();
        CopyTrials begun = new CopyTrials(copies, sizeBytes);
        byFile.put(file, new Entry(begun, copies));
        return begun;
    }

    private synchronized @Nullable Entry find(FileId file) {
        return byFile.get(file);
    }

    /** As {@link org.bdm.core.source.BlockSource#originsOf}. */
    List<Origin> originsOf(FileId file, Epoch epoch) {
        Entry entry = find(file);
        if (entry == null) return List.of();
        Map<String, Long> byNode = new TreeMap<>();
        Map<URI, Long> plain = entry.trials().downgraded(epoch);
        entry.trials().brought(epoch).forEach((location, bytes) -> {
            String node = new Copy(location, 0).node();
            long downgraded = plain.getOrDefault(location, 0L);
            if (bytes > downgraded) byNode.merge(node, bytes - downgraded, Long::sum);
            if (downgraded > 0) byNode.merge(Origin.downgraded(node), downgraded, Long::sum);
        });
        Map<String, Origin.Asked> asked = asked(entry.trials().requests(epoch));
        return byNode.entrySet().stream()
                .map(node -> new Origin(node.getKey(), node.getValue(), asked.get(node.getKey())))
                .toList();
    }

    private static Map<String, Origin.Asked> asked(Map<URI, AskedTimes.Span> byCopy) {
        Map<String, AskedTimes.Span> byNode = new TreeMap<>();
        byCopy.forEach((location, span) -> byNode.merge(new Copy(location, 0).node(), span, AskedTimes.Span::with));
        Map<String, Origin.Asked> asked = new TreeMap<>();
        byNode.forEach((node, span) -> {
            Origin.Asked how = new Origin.Asked(span.requests(), span.millis());
            asked.put(node, how);
            asked.put(Origin.downgraded(node), how);
        });
        return asked;
    }

    /** As {@link org.bdm.core.source.BlockSource#mistrust}. */
    DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        Entry entry = find(file);
        if (entry == null) {
            return triesBefore < 2
                    ? new DigestVerdict.Again(Optional.empty())
                    : new DigestVerdict.Wrong(
                            Optional.empty(),
                            "it arrived several times with a digest other than " + expected + ", last with " + found);
        }
        List<Candidate> askable = new ArrayList<>();
        List<Candidate> resting = new ArrayList<>(); // a node that is left alone for now may have the right one
        for (Copy copy : entry.copies()) {
            DataNode node = nodes.node(copy.node());
            Candidate candidate =
                    new Candidate(copy, node.bytesPerSecond(), node.preference(), node.hadTroubleLately());
            (node.isBreakerOpen() ? resting : askable).add(candidate);
        }
        List<URI> bestFirst = Stream.concat(
                        CopyRanking.bestFirst(askable).stream(), CopyRanking.bestFirst(resting).stream())
                .map(candidate -> candidate.copy().location())
                .toList();
        return entry.withSizes(entry.trials().wrong(epoch, expected, found, bestFirst));
    }
}
