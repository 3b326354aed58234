package org.bdm.server.carrier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.server.catalog.handover.HandedFile;

/** SHA-256 of what a list asks for: sources, destinations as the carrier names them, sizes and digests. A changed setting changes it. */
final class ListDigest {
    private ListDigest() {}

    /** Returns it as hexadecimal. */
    static String of(String source, CarrierPlace place, List<HandedFile> files) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        add(digest, source);
        for (HandedFile file : files) {
            add(digest, file.sourcePath());
            add(digest, place.pathOf(file.path()));
            add(digest, file.size() + " " + file.digests());
        }
        return digest.finish().hex();
    }

    private static void add(RunningDigest digest, String text) {
        digest.update(ByteBuffer.wrap((text + "\0").getBytes(StandardCharsets.UTF_8)));
    }
}
