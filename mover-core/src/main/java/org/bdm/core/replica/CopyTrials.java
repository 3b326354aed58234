package org.bdm.core.replica;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.Epoch;

/**
 * Finds out which copy of a file is wrong when its digest is. Pure; safe on any thread.
 *
 * <p>The first attempt may come from several copies. After a digest that was not expected the file is fetched whole from one copy at a
 * time, each copy once; what earlier runs found of a copy counts. It ends when copies on two different nodes gave the same bytes (the
 * published value is disputed), or when no copy is left. A file with one copy gets a second try of it.
 */
public final class CopyTrials {
    private static final int ATTEMPTS_SPARE = 3;

    private final List<Copy> copies;
    private final long sizeBytes;
    private final Map<URI, List<Checksum>> gave = new LinkedHashMap<>();
    private final Map<URI, Long> arrivedBytes = new HashMap<>();
    private final Map<URI, Long> plainBytes =
            new HashMap<>(); // of them, those that came without the TLS that was published
    private final Map<URI, AskedTimes> asked = new HashMap<>();
    private Epoch epoch = new Epoch(1);
    private Optional<URI> only = Optional.empty();
    private int attempts;

    /**
     * Trials of a file of which no digest is known in this session.
     *
     * @param sizeBytes of the whole file
     */
    public CopyTrials(List<Copy> copies, long sizeBytes) {
        this.copies = List.copyOf(copies);
        this.sizeBytes = sizeBytes;
        for (Copy copy : copies) copy.gave().ifPresent(found -> note(copy.location(), found));
        if (!gave.isEmpty()) only = firstUntried(copies);
    }

    /** An earlier run found a copy wrong, so bytes of several must not be mixed any more; what it went on with was the first of the others. */
    private Optional<URI> firstUntried(List<Copy> given) {
        return given.stream()
                .filter(copy -> !gave.containsKey(copy.location()))
                .min(Comparator.comparingInt(Copy::preference))
                .map(Copy::location);
    }

    /** Size of the whole file. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** The copy from which all bytes must come now; empty while they may come from any. */
    public synchronized Optional<URI> only() {
        return only;
    }

    /**
     * Bytes of an attempt came, from a copy.
     *
     * @param isDowngraded without TLS, although the copy was published with it
     */
    public synchronized void arrived(Epoch attempt, URI location, long bytes, boolean isDowngraded) {
        begin(attempt);
        arrivedBytes.merge(location, bytes, Long::sum);
        if (isDowngraded) plainBytes.merge(location, bytes, Long::sum);
    }

    /**
     * Bytes of the attempt came that {@link #arrived} was told of last, by a request.
     *
     * @param begun when the request was made; no other one of this copy was made then
     */
    public synchronized void asked(URI location, long begun, long now) {
        asked.computeIfAbsent(location, absent -> new AskedTimes()).came(begun, now);
    }

    /** The requests of an attempt that brought bytes, by copy. */
    public synchronized Map<URI, AskedTimes.Span> requests(Epoch attempt) {
        Map<URI, AskedTimes.Span> spans = new HashMap<>();
        if (attempt.equals(epoch)) asked.forEach((location, times) -> spans.put(location, times.span()));
        return spans;
    }

    /** Of the bytes that came in an attempt, those that came without TLS although it was published, by copy. */
    public synchronized Map<URI, Long> downgraded(Epoch attempt) {
        return attempt.equals(epoch) ? Map.copyOf(plainBytes) : Map.of();
    }

    /** Bytes that came in an attempt, by copy. */
    public synchronized Map<URI, Long> brought(Epoch attempt) {
        return attempt.equals(epoch) ? Map.copyOf(arrivedBytes) : Map.of();
    }

    private void begin(Epoch attempt) {
        if (attempt.equals(epoch)) return;
        epoch = attempt;
        arrivedBytes.clear();
        plainBytes.clear();
        asked.clear();
    }

    /**
     * The copy that was to bring the whole file cannot: the next one is asked, from the start. False if none is left that was not tried: then
     * it stays that one, which may come back, rather than one that is known to be wrong.
     */
    public synchronized boolean giveUpOnly(List<URI> bestFirst) {
        Optional<URI> failed = only;
        Optional<URI> next = bestFirst.stream()
                .filter(location -> !gave.containsKey(location) && !failed.equals(Optional.of(location)))
                .findFirst();
        if (next.isPresent()) only = next;
        return next.isPresent();
    }

    /** Returns the last digest of a copy, if it was not the expected one. */
    public synchronized Optional<Checksum> gave(URI location) {
        List<Checksum> all = gave.getOrDefault(location, List.of());
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /**
     * The file came whole and its digest is not the expected one.
     *
     * @param bestFirst the locations of the copies that could be asked now, the best first
     */
    public synchronized DigestVerdict wrong(Epoch attempt, Checksum expected, Checksum found, List<URI> bestFirst) {
        attempts++;
        Optional<URI> from = attempt.equals(epoch) ? wholeFrom() : Optional.empty();
        from.ifPresent(location -> note(location, found));
        List<Copy> agreeing = agreeing(found);
        if (agreeing.stream().map(Copy::node).distinct().count() > 1) {
            return new DigestVerdict.Disputed(
                    from, found, agreeing.stream().map(Copy::location).toList());
        }
        Optional<URI> next = next(bestFirst);
        if (next.isEmpty()) return new DigestVerdict.Wrong(from, nothingLeft(expected));
        only = next;
        return new DigestVerdict.Again(from);
    }

    private Optional<URI> next(List<URI> bestFirst) {
        if (attempts > copies.size() + ATTEMPTS_SPARE) return Optional.empty();
        Optional<URI> untried = bestFirst.stream()
                .filter(location -> !gave.containsKey(location))
                .findFirst();
        boolean isSingle = copies.size() == 1
                && gave.values().stream().mapToInt(List::size).sum() < 2;
        return isSingle ? Optional.of(copies.get(0).location()) : untried;
    }

    private Optional<URI> wholeFrom() {
        return arrivedBytes.entrySet().stream()
                .filter(entry -> entry.getValue() >= sizeBytes && arrivedBytes.size() == 1)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private void note(URI location, Checksum found) {
        gave.computeIfAbsent(location, absent -> new ArrayList<>(2)).add(found);
    }

    /** The copies that gave this digest last. */
    private List<Copy> agreeing(Checksum found) {
        return copies.stream()
                .filter(copy -> {
                    List<Checksum> all = gave.getOrDefault(copy.location(), List.of());
                    return !all.isEmpty() && all.get(all.size() - 1).equals(found);
                })
                .toList();
    }

    private String nothingLeft(Checksum expected) {
        String found = gave.entrySet().stream()
                .map(entry -> entry.getKey() + " gave "
                        + entry.getValue().stream()
                                .map(Checksum::toString)
                                .distinct()
                                .collect(Collectors.joining(" and ")))
                .collect(Collectors.joining("; "));
        return "no copy has the expected " + expected + ": "
                + (found.isEmpty() ? "no single copy delivered it completely" : found);
    }
}
