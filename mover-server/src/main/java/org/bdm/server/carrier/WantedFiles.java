package org.bdm.server.carrier;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.dataset.replica.HeldNames;

/** Collects the files of dataset versions that are missing here and that a carrier alone can bring. Belongs to one thread, which may block. */
final class WantedFiles {
    private final Catalog catalog;
    private final Carrier carrier;
    private final Endpoint destination;
    private final int filesMax;
    private final List<Offered> offered = new ArrayList<>();
    private final Set<StorePath> paths = new HashSet<>();
    private long underWay;
    private long overHttp;
    private long nowhere;

    WantedFiles(Catalog catalog, Carrier carrier, Endpoint destination, int filesMax) {
        this.catalog = catalog;
        this.carrier = carrier;
        this.destination = destination;
        this.filesMax = filesMax;
    }

    /** A file, before it has a number. */
    record Wanted(StorePath path, String sourcePath, String dataset, long size, List<Checksum> digests) {
        HandedFile numbered(int number) {
            return HandedFile.wanted(number, path, sourcePath, dataset, size, digests);
        }
    }

    private record Offered(ReplicaSet set, ReplicaFile file, StorePath path, List<CarrierSource> sources) {
        Wanted at(CarrierSource source) {
            List<Checksum> digests =
                    file.digests().stream().map(ReplicaDigest::value).toList();
            return new Wanted(
                    path, source.path(), set.instanceId(), file.size().orElse(HandedFile.SIZE_UNKNOWN), digests);
        }
    }

    /** Adds the files of the chosen variant. */
    void add(ReplicaSet set) {
        if (set.variants().isEmpty()) return;
        Set<String> held = HeldNames.of(catalog, set.instanceId());
        List<Offered> found = new ArrayList<>();
        for (ReplicaFile file : set.variants().get(0).files()) {
            if (!held.contains(file.name())) offer(set, file).ifPresent(found::add);
        }
        Set<StorePath> inHands = catalog.handovers()
                .inHands(destination.export(), found.stream().map(Offered::path).toList());
        for (Offered one : found) {
            boolean isNew = !inHands.contains(one.path()) && paths.add(one.path());
            if (isNew) offered.add(one);
            else underWay++;
        }
        if (offered.size() > filesMax) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "more than " + filesMax + " files are to be handed over: ask for fewer datasets");
        }
    }

    private Optional<Offered> offer(ReplicaSet set, ReplicaFile file) {
        if (file.isObtainable()) {
            overHttp++;
            return Optional.empty();
        }
        List<CarrierSource> sources = file.copies().stream()
                .flatMap(copy -> copy.elsewhere().stream())
                .flatMap(address -> carrier.sourceOf(address).stream())
                .toList();
        if (sources.isEmpty() || file.path().isEmpty()) {
            nowhere++;
            return Optional.empty();
        }
        StorePath path = StorePath.ofUtf8(file.path().get()).below(destination.path());
        return Optional.of(new Offered(set, file, path, sources));
    }

    /** Returns each file once, at the source that has most of those that are left. */
    Map<String, List<Wanted>> bySource() {
        Map<String, List<Wanted>> chosen = new LinkedHashMap<>();
        List<Offered> left = new ArrayList<>(offered);
        while (!left.isEmpty()) {
            String source = largest(left);
            List<Wanted> files = chosen.computeIfAbsent(source, missing -> new ArrayList<>());
            left.removeIf(one -> {
                Optional<CarrierSource> there = one.sources().stream()
                        .filter(other -> other.source().equals(source))
                        .findFirst();
                there.ifPresent(at -> files.add(one.at(at)));
                return there.isPresent();
            });
        }
        return chosen;
    }

    private static String largest(List<Offered> left) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Offered one : left) {
            one.sources().stream()
                    .map(CarrierSource::source)
                    .distinct()
                    .forEach(source -> counts.merge(source, 1, Integer::sum));
        }
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(
                                Map.Entry.<String, Integer>comparingByKey().reversed()))
                .orElseThrow()
                .getKey();
    }

    /** Returns how many are in another handover. */
    long underWay() {
        return underWay;
    }

    /** Returns how many a job can fetch. */
    long overHttp() {
        return overHttp;
    }

    /** Returns how many neither a job nor this carrier can bring. */
    long nowhere() {
        return nowhere;
    }
}
