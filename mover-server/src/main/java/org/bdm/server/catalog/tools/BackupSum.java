package org.bdm.server.catalog.tools;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogFiles;
import org.jspecify.annotations.Nullable;

/** The SHA-256 of a backup in the file beside it, which {@code sha256sum -c} understands. Blocks. */
final class BackupSum {
    private static final String SUFFIX = ".sha256";
    private static final Pattern LINE = Pattern.compile("(?m)^([0-9a-f]{64}) [ *].+$");

    private BackupSum() {}

    private static Path beside(Path zip) {
        return zip.resolveSibling(zip.getFileName() + SUFFIX);
    }

    /** Notes the digest of a backup that is about to get its name; durable when this returns. */
    static void write(Path zip, String sha256) throws IOException {
        Path sum = beside(zip);
        Files.deleteIfExists(sum); // of a backup whose file is gone
        Files.createFile(sum, CatalogFiles.ownerOnly());
        Files.writeString(
                sum, sha256 + "  " + zip.getFileName() + "\n", StandardCharsets.UTF_8, StandardOpenOption.SYNC);
    }

    static boolean isBeside(Path zip) {
        return Files.exists(beside(zip.toAbsolutePath()), LinkOption.NOFOLLOW_LINKS);
    }

    /** CATALOG_DAMAGED if a backup does not have the digest beside it; one without is left to its own checksums. */
    static void check(Path zip) throws IOException {
        Path sum = beside(zip.toAbsolutePath());
        if (!Files.exists(sum, LinkOption.NOFOLLOW_LINKS)) return;
        Matcher noted = LINE.matcher(Files.readString(sum, StandardCharsets.ISO_8859_1));
        if (!noted.find()) throw damaged(zip, sum + " holds no SHA-256", null);
        String wanted = noted.group(1);
        String found = sha256(zip);
        if (!found.equals(wanted))
            throw damaged(zip, "its SHA-256 is " + found + ", and " + sum + " says " + wanted, null);
    }

    private static String sha256(Path zip) throws IOException {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        try (var channel = Files.newByteChannel(zip)) {
            while (channel.read(buffer.clear()) >= 0) digest.update(buffer.flip());
        }
        return digest.finish().hex();
    }

    static MoverException damaged(Path zip, String how, @Nullable Throwable cause) {
        return new MoverException(
                ErrorCode.CATALOG_DAMAGED,
                "the backup " + zip + " is damaged, and nothing was changed: " + how + "; restore another one",
                cause);
    }
}
