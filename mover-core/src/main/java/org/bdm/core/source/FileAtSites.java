package org.bdm.core.source;

import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/** What is known of the copies of one file that sites have: which is asked, what it brought, which are of no use. Any thread. */
final class FileAtSites {
    private final Map<URI, MoverException> useless = new HashMap<>(); // guarded by this, as is all below
    private final Map<URI, Long> arrivedBytes = new HashMap<>();
    private final Map<URI, CompletableFuture<FileVersion>> versions = new HashMap<>();
    private FileVersion listed = new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0);
    private Epoch epoch = new Epoch(1);
    private List<Copy> copies = List.of();
    private boolean isElsewhereToo;
    private boolean isCancelled;
    private @Nullable URI current;

    /** As whoever wants it knows it. */
    synchronized void listed(FileVersion version) {
        listed = version;
    }

    synchronized FileVersion listed() {
        return listed;
    }

    /** The copy to ask in this attempt; empty if none can be, then data nodes are. */
    synchronized Optional<Copy> choose(Epoch attempt, List<Copy> copies, Predicate<Copy> isReachable) {
        begin(attempt);
        isCancelled = false;
        this.copies = List.copyOf(copies);
        Optional<Copy> chosen = usable(copies).stream().filter(isReachable).findFirst();
        current = chosen.map(Copy::location).orElse(null);
        if (chosen.isEmpty()) isElsewhereToo = true;
        return chosen;
    }

    /** Copies at sites that may be asked, in the order in which they were given. */
    synchronized List<Copy> usable(List<Copy> copies) {
        return copies.stream()
                .filter(copy -> copy.isAtSite() && copy.gave().isEmpty() && !useless.containsKey(copy.location()))
                .toList();
    }

    private void begin(Epoch attempt) {
        if (attempt.equals(epoch)) return;
        epoch = attempt;
        arrivedBytes.clear();
        versions.clear();
        isElsewhereToo = false;
    }

    /** The version of a copy that this attempt reads; asked for once. A future that is new is to be completed by the caller. */
    synchronized CompletableFuture<FileVersion> version(URI location) {
        return versions.computeIfAbsent(location, missing -> new CompletableFuture<>());
    }

    synchronized boolean isVersionAsked(URI location) {
        return versions.containsKey(location);
    }

    synchronized void arrived(Epoch attempt, long bytes) {
        URI from = current;
        if (attempt.equals(epoch) && from != null) arrivedBytes.merge(from, bytes, Long::sum);
    }

    /** The copy that is asked cannot give it. */
    synchronized void failed(Epoch attempt, MoverException reason) {
        URI from = current;
        if (attempt.equals(epoch) && from != null) useless.put(from, reason);
    }

    synchronized void cancelled() {
        isCancelled = true;
    }

    synchronized boolean isWanted(Epoch attempt) {
        return !isCancelled && attempt.equals(epoch);
    }

    /** Why no site can give it; what can pass by itself is tried again with the next want. */
    synchronized MoverException whyNone() {
        Optional<MoverException> passing = useless.values().stream()
                .filter(reason -> reason.kind().isRetryable())
                .findFirst();
        useless.values().removeIf(reason -> reason.kind().isRetryable() && reason.kind() != ErrorKind.CORRUPTION);
        return passing.or(() -> useless.values().stream().findFirst())
                .orElseGet(() ->
                        new MoverException(ErrorCode.PEER_UNREACHABLE, "no site that has the file can be reached"));
    }

    /** What came in this attempt has the wrong digest; empty if nothing of it came from sites. */
    synchronized Optional<DigestVerdict> mistrust(Epoch attempt, Checksum expected, Checksum found) {
        if (!attempt.equals(epoch) || arrivedBytes.isEmpty()) return Optional.empty();
        for (URI from : arrivedBytes.keySet()) {
            useless.put(
                    from,
                    new MoverException(ErrorCode.CHECKSUM_MISMATCH, from + " gave " + found + ", and not " + expected));
        }
        Optional<URI> whole = arrivedBytes.entrySet().stream()
                .filter(entry -> arrivedBytes.size() == 1 && !isElsewhereToo && entry.getValue() >= listed.size())
                .map(Map.Entry::getKey)
                .findFirst();
        boolean isOtherLeft = !usable(copies).isEmpty() || copies.stream().anyMatch(copy -> !copy.isAtSite());
        return Optional.of(
                isOtherLeft
                        ? new DigestVerdict.Again(whole)
                        : new DigestVerdict.Wrong(whole, "no site has the expected " + expected + ": " + said()));
    }

    private String said() {
        return useless.values().stream().map(MoverException::detail).sorted().collect(Collectors.joining("; "));
    }
}
