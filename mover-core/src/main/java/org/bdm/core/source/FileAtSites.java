package org.bdm.core.source;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.Origin;

/** State of the copies of one file at sites: which is read, what it delivered, which are unusable. Any thread. */
final class FileAtSites {
    private static final int LOSSES_MAX = 3;

    private final Map<URI, MoverException> useless = new HashMap<>(); // guarded by this, as is all below
    private final Map<URI, Long> arrivedBytes = new HashMap<>();
    private final Map<URI, CompletableFuture<FileVersion>> versions = new HashMap<>();
    private FileVersion listed = new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0);
    private Epoch epoch = new Epoch(1);
    private final Map<Endpoint, URI> asked = new HashMap<>(); // by root of the export
    private final Map<URI, Integer> losses = new HashMap<>();
    private List<Copy> copies = List.of();
    private boolean isElsewhereToo;
    private boolean isCancelled;

    /** As whoever wants it knows it. */
    synchronized void listed(FileVersion version) {
        listed = version;
    }

    synchronized FileVersion listed() {
        return listed;
    }

    /** Something of it is wanted. Returns the copies at sites that may be asked, in the order in which they were given. */
    synchronized List<Copy> wanted(Epoch attempt, List<Copy> given) {
        begin(attempt);
        isCancelled = false;
        copies = List.copyOf(given);
        return usable(given);
    }

    /** Copies at sites that may be asked, in the order in which they were given. */
    synchronized List<Copy> usable(List<Copy> given) {
        return given.stream()
                .filter(copy -> copy.isAtSite() && copy.gave().isEmpty() && !useless.containsKey(copy.location()))
                .toList();
    }

    private void begin(Epoch attempt) {
        if (attempt.equals(epoch)) return;
        epoch = attempt;
        arrivedBytes.clear();
        versions.clear();
        asked.clear();
        losses.clear();
        isElsewhereToo = false;
    }

    /** This copy is asked now, in the export with this root. */
    synchronized void asks(Endpoint root, URI location) {
        asked.put(root, location);
    }

    /** Data nodes are asked now. */
    synchronized void asksElsewhere() {
        isElsewhereToo = true;
    }

    /** The version of a copy that this attempt reads: asked for once, and again only if that failed. */
    CompletableFuture<FileVersion> version(URI location, Supplier<CompletableFuture<FileVersion>> ask) {
        CompletableFuture<FileVersion> version = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<FileVersion> known = versions.get(location);
            if (known != null && !known.isCompletedExceptionally()) return known;
            versions.put(location, version);
        }
        var unused = ask.get().whenComplete((found, failure) -> {
            if (failure == null) version.complete(found);
            else version.completeExceptionally(failure);
        });
        return version;
    }

    /** Bytes came from an export. */
    synchronized void arrived(Epoch attempt, Endpoint root, long bytes) {
        URI from = asked.get(root);
        if (!attempt.equals(epoch) || from == null) return;
        arrivedBytes.merge(from, bytes, Long::sum);
        losses.remove(from);
    }

    /** From where bytes of an attempt came. */
    synchronized List<Origin> origins(Epoch attempt) {
        if (!attempt.equals(epoch)) return List.of();
        Map<String, Long> byExport = new TreeMap<>();
        arrivedBytes.forEach((location, bytes) -> byExport.merge(
                Endpoint.parse(location.toString()).withPath(StorePath.ROOT).toString(), bytes, Long::sum));
        return byExport.entrySet().stream()
                .map(export -> new Origin(export.getKey(), export.getValue()))
                .toList();
    }

    /** Records that this copy cannot deliver the file. */
    synchronized void failed(Epoch attempt, URI location, MoverException reason) {
        if (attempt.equals(epoch)) useless.put(location, reason);
    }

    /** The copy that is asked in this export cannot give it. */
    synchronized void failedAt(Epoch attempt, Endpoint root, MoverException reason) {
        URI from = asked.get(root);
        if (from != null) failed(attempt, from, reason);
    }

    /** A request for it was lost in this export. */
    synchronized void lostAt(Epoch attempt, Endpoint root) {
        URI from = asked.get(root);
        if (from == null || !attempt.equals(epoch)) return;
        if (losses.merge(from, 1, Integer::sum) < LOSSES_MAX) return;
        String times = from + ": the connection was lost " + LOSSES_MAX + " times before any byte of it arrived";
        failed(attempt, from, new MoverException(ErrorCode.CONNECTION_LOST, times));
    }

    synchronized void cancelled() {
        isCancelled = true;
    }

    synchronized boolean isWanted(Epoch attempt) {
        return !isCancelled && attempt.equals(epoch);
    }

    /**
     * Why no site can give it; what can pass by itself is tried again with the next want.
     *
     * @param ofSite why a site is left alone now, by copy
     */
    synchronized MoverException whyNone(Map<URI, MoverException> ofSite) {
        List<MoverException> reasons = new ArrayList<>();
        for (Copy copy : copies) {
            MoverException reason = useless.getOrDefault(copy.location(), ofSite.get(copy.location()));
            if (reason != null) reasons.add(reason);
            else copy.gave().ifPresent(found -> reasons.add(gave(copy.location(), found)));
        }
        useless.values().removeIf(reason -> reason.kind().isRetryable() && reason.kind() != ErrorKind.CORRUPTION);
        String all = reasons.stream().map(MoverException::detail).collect(Collectors.joining("; "));
        ErrorCode code = reasons.stream()
                .filter(reason -> reason.kind().isRetryable() && reason.kind() != ErrorKind.CORRUPTION)
                .findFirst()
                .or(() -> reasons.stream()
                        .filter(reason -> reason.code() != ErrorCode.SOURCE_NOT_FOUND)
                        .findFirst())
                .or(() -> reasons.stream().findFirst())
                .map(MoverException::code)
                .orElse(ErrorCode.PEER_UNREACHABLE);
        return new MoverException(code, all.isEmpty() ? "no site that has the file can be reached" : all);
    }

    private static MoverException gave(URI location, Checksum found) {
        return new MoverException(ErrorCode.CHECKSUM_MISMATCH, location + " gave " + found);
    }

    /** Decides about an attempt whose bytes have the wrong digest; empty if none of them came from sites. */
    synchronized Optional<DigestVerdict> mistrust(Epoch attempt, Checksum expected, Checksum found) {
        if (!attempt.equals(epoch) || arrivedBytes.isEmpty()) return Optional.empty();
        for (URI from : arrivedBytes.keySet()) useless.put(from, gave(from, found));
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
