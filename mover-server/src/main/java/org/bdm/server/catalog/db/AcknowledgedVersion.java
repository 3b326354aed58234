package org.bdm.server.catalog.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers, beside the file of an H2 catalog, the version of the file that was acknowledged last. H2 opens a file that was cut at its last
 * version that is whole and says nothing: what was acknowledged after it would be lost without a word.
 *
 * <p>Written after each sync of the catalog, and not synced itself: a version that is too old misses a loss, and never sees one that is none.
 * Owned by the committer.
 */
public final class AcknowledgedVersion implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AcknowledgedVersion.class);
    private static final Pattern CONTENT = Pattern.compile("version=([0-9]{19})\n");

    private final FileChannel file;
    private boolean hasFailed;

    private AcknowledgedVersion(FileChannel file) {
        this.file = file;
    }

    /** Opens it for writing; it keeps what it says. */
    static AcknowledgedVersion open(Path catalog) throws IOException {
        Path path = pathOf(catalog);
        return new AcknowledgedVersion(FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), CatalogFiles.ownerOnly()));
    }

    /** Returns the acknowledged version; empty for a catalog that has no record of one. */
    public static OptionalLong read(Path catalog) throws IOException {
        try {
            Matcher content = CONTENT.matcher(Files.readString(pathOf(catalog), StandardCharsets.ISO_8859_1));
            return content.matches() ? OptionalLong.of(Long.parseLong(content.group(1))) : OptionalLong.empty();
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        }
    }

    /** Forgets it: for a file that was put there on purpose. */
    public static void forget(Path catalog) throws IOException {
        Files.deleteIfExists(pathOf(catalog));
    }

    private static Path pathOf(Path catalog) {
        return catalog.resolveSibling(catalog.getFileName() + ".acknowledged");
    }

    /** Writes down a version that is durable. A failure weakens the next check only; it is said once. */
    void acknowledged(long version) {
        try {
            file.write(ByteBuffer.wrap("version=%019d\n".formatted(version).getBytes(StandardCharsets.US_ASCII)), 0);
        } catch (IOException e) {
            if (!hasFailed) LOG.warn("the version of the catalog cannot be written down: {}", e.toString());
            hasFailed = true;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
