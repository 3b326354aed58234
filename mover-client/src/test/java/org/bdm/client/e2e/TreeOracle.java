package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a tree holds, said by Java and by the tools of the system, without anything of the mover. */
final class TreeOracle {
    /** What a file must be, wherever it is: as this one was when it was looked at. */
    record Content(Path file, long size, FileTime mtime) {
        /**
         * Byte by byte: digests of Java are slow where only its first compiler works, as in the tests. False also when this file itself was
         * changed since.
         */
        boolean isIn(Path other) throws IOException {
            return of(file).equals(this) && Files.mismatch(file, other) < 0;
        }
    }

    private TreeOracle() {}

    /** Every regular file by its path below the root. */
    static Map<String, Content> read(Path root) throws IOException {
        Map<String, Content> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path :
                    (Iterable<Path>) paths.filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS))::iterator)
                files.put(root.relativize(path).toString(), of(path));
        }
        return files;
    }

    static Content of(Path path) throws IOException {
        return new Content(path, Files.size(path), Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS));
    }

    static String sha256(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) digest.update(buffer, 0, read);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Content by diff; kinds, sizes, times with all digits and targets of links by find. */
    static void assertSame(Path source, Path destination) throws IOException {
        assertSame(source, destination, Duration.ofMinutes(1));
    }

    /** As the other, for trees that take longer to read. */
    static void assertSame(Path source, Path destination, Duration longest) throws IOException {
        Shell.run(longest, "diff -r --no-dereference \"$1\" \"$2\"", source, destination);
        assertThat(Shell.tree(destination)).isEqualTo(Shell.tree(source));
    }
}
