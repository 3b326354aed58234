package org.bdm.client.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** SHA-256 of every file of a tree, read from disk: a second opinion that shares no code with the mover. */
public final class TreeDigests {
    private static final int BUFFER_BYTES = 1 << 16;

    private TreeDigests() {}

    /** By path below the root; what the mover keeps for itself is left away. */
    public static Map<String, String> of(Path root) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Iterator<Path> all = files.iterator(); all.hasNext(); ) {
                Path file = all.next();
                Path below = root.relativize(file);
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !below.startsWith(".bdm"))
                    digests.put(below.toString(), sha256(file));
            }
        }
        return digests;
    }

    /** Lower-case hexadecimal. */
    public static String sha256(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                DigestInputStream digested = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
            byte[] buffer = new byte[BUFFER_BYTES];
            while (digested.read(buffer) >= 0) continue;
            return HexFormat.of().formatHex(digested.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
