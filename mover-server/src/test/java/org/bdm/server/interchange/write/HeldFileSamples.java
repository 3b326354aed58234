package org.bdm.server.interchange.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;

/** Held files of tests, invented, and what becomes of them in a manifest. */
final class HeldFileSamples {
    static final String SHA = "ab".repeat(32);
    static final String MD5 = "cd".repeat(16);
    static final DatasetName DATASET =
            new DatasetName("CMIP6.CMIP.INST.MODEL-1.historical.r1i1p1f1.Amon.tas.gn", "20200101");
    static final String DRS = "CMIP6/CMIP/INST/MODEL-1/historical/r1i1p1f1/Amon/tas/gn/v20200101/";
    static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05.250Z");
    static final StacReplica REPLICA =
            new StacReplica("node.example.org", URI.create("https://node.example.org/thredds/fileServer/archive"));

    static Checksum sha256(String hex) {
        return Checksum.ofHex(ChecksumAlgorithm.SHA256, hex);
    }

    static ManifestFile file(String name, List<Checksum> digests) {
        return new ManifestFile(
                DATASET,
                DRS + name,
                "/data/" + DRS + name,
                12,
                MODIFIED,
                digests,
                EvidenceLevel.READBACK,
                "hdl:21.14100/0000",
                List.of(URI.create("https://node.example.org/a?b=c&d=%3C"), URI.create("http://other.example.org/a")),
                null);
    }

    static ManifestFile file(String name) {
        return file(name, List.of(sha256(SHA), Checksum.ofHex(ChecksumAlgorithm.MD5, MD5)));
    }

    /** Makes a writer on a stream. */
    interface Opening {
        ManifestWriter on(OutputStream out) throws IOException;
    }

    static byte[] written(Opening opening, ManifestFile... files) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ManifestWriter writer = opening.on(out);
            for (ManifestFile file : files) writer.add(file);
            writer.end();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    static String text(Opening opening, ManifestFile... files) {
        return new String(written(opening, files), StandardCharsets.UTF_8);
    }

    static void refuses(ErrorCode code, Opening opening, ManifestFile file) {
        assertThatThrownBy(() -> written(opening, file))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private HeldFileSamples() {}
}
