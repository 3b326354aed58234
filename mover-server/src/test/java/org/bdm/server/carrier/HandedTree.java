package org.bdm.server.carrier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.holding.survey.BroughtFiles;
import org.bdm.server.holding.survey.HeldTree;

/** A site with a real export "in", a real catalog, carriers, and a duty that is driven by hand with a clock that is turned. */
final class HandedTree implements AutoCloseable {
    static final CarrierPlace PLACE = new CarrierPlace(HeldTree.IN, StorePath.ROOT, "/replica");

    final HeldTree tree;
    final Map<String, Carrier> carriers = new LinkedHashMap<>();
    Duration ahead = Duration.ZERO;

    HandedTree(Path home) {
        tree = new HeldTree(home);
    }

    static Checksum sha256(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }

    static HandedFile wanted(int number, String path, String content) {
        return HandedFile.wanted(
                number, StorePath.ofUtf8(path), "/css03/" + path, null, content.length(), List.of(sha256(content)));
    }

    Handover add(String carrier, Map<String, String> files) {
        List<HandedFile> wanted = new ArrayList<>();
        files.forEach((path, content) -> wanted.add(wanted(wanted.size() + 1, path, content)));
        return add(carrier, wanted);
    }

    Handover add(String carrier, List<HandedFile> wanted) {
        Handover.Order order = new Handover.Order("ann", carrier, "endpoint-1", HeldTree.IN, "CMIP6.a.b");
        return tree.catalog.handovers().add(order, wanted).join();
    }

    /** One pass of a duty that has just started, so that it knows nothing but what is in the catalog. */
    void pass() {
        duty().pass();
    }

    HandoverDuty duty() {
        Clock clock = Clock.offset(Clock.systemUTC(), ahead);
        BroughtFiles files = new BroughtFiles(tree.exports, tree.records, clock, bytes -> true);
        return new HandoverDuty(tree.catalog, new Carriers(carriers), files, clock);
    }

    /** Passes, each an hour later than the one before. */
    void passes(int count) {
        for (int i = 0; i < count; i++) {
            pass();
            later(Duration.ofMinutes(61));
        }
    }

    void later(Duration time) {
        ahead = ahead.plus(time);
    }

    Handover now(Handover handover) {
        return tree.catalog.handovers().find(handover.number()).orElseThrow();
    }

    /** The states of the files by path. */
    Map<String, HandedFileState> states(Handover handover) {
        Map<String, HandedFileState> states = new LinkedHashMap<>();
        files(handover).forEach(file -> states.put(file.path().shown(), file.state()));
        return states;
    }

    List<HandedFile> files(Handover handover) {
        return tree.catalog.handovers().files(handover.number(), EnumSet.allOf(HandedFileState.class), 0, 1000);
    }

    @Override
    public void close() {
        tree.close();
    }
}
