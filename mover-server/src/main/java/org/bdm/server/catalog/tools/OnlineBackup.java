package org.bdm.server.catalog.tools;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;
import java.util.zip.Deflater;
import java.util.zip.ZipOutputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogFiles;
import org.bdm.server.catalog.db.CatalogLocation;

/**
 * Copies an H2 catalog while it is in use, and checks such copies. One copy at a time. Blocks; the thread must not be interrupted, which would
 * close the file of the catalog.
 */
public final class OnlineBackup {
    private static final int BUFFER_BYTES = 1 << 16;

    private final CatalogDatabase database;

    private OnlineBackup(CatalogDatabase database) {
        this.database = database;
    }

    /**
     * Of an open catalog.
     *
     * @throws MoverException UNSUPPORTED for PostgreSQL
     */
    public static OnlineBackup of(CatalogDatabase database) {
        CatalogBackup.refusePostgreSql(database.location());
        return new OnlineBackup(database);
    }

    /**
     * A copy on stable storage.
     *
     * @param bytes its size
     * @param sha256 of its content, in hexadecimal digits
     */
    public record Copied(long bytes, String sha256) {}

    /** Size of the file of the catalog in bytes: a copy of it is smaller. */
    public long catalogBytes() {
        return database.fileBytes().orElse(0L);
    }

    /**
     * Copies the catalog into a new zip that only its owner can read. All that was acknowledged before the call is in it. On stable storage when
     * this returns; the entry of the directory is not.
     *
     * @param isStopping asked often; once it is true the copy is given up
     * @throws MoverException STOPPING
     */
    public Copied copy(Path zip, BooleanSupplier isStopping) throws IOException {
        MessageDigest digest = sha256();
        Files.createFile(zip, CatalogFiles.ownerOnly());
        try (OutputStream file = Files.newOutputStream(zip);
                OutputStream watched = new Stoppable(file, isStopping);
                DigestOutputStream digested = new DigestOutputStream(watched, digest);
                ZipOutputStream packed = new ZipOutputStream(new BufferedOutputStream(digested, BUFFER_BYTES))) {
            packed.setLevel(Deflater.BEST_SPEED);
            database.copyFile(packed);
        }
        CatalogBackup.force(zip);
        return new Copied(Files.size(zip), HexFormat.of().formatHex(digest.digest()));
    }

    /**
     * Opens a copy and compares what must agree in it.
     *
     * @param scratch an empty directory with room for the whole catalog; the caller deletes it
     */
    public CatalogCheck.Findings check(Path zip, Path scratch) throws IOException {
        CatalogLocation own = database.location();
        CatalogBackup.unpack(zip, scratch.resolve("catalog.mv.db"));
        return CatalogCheck.check(new CatalogLocation(
                "jdbc:h2:file:" + scratch.resolve("catalog").toAbsolutePath(), own.user(), own.password()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Ends a copy in the middle. */
    private static final class Stoppable extends FilterOutputStream {
        private final BooleanSupplier isStopping;

        Stoppable(OutputStream out, BooleanSupplier isStopping) {
            super(out);
            this.isStopping = isStopping;
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (isStopping.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the backup was given up");
            out.write(bytes, from, count);
        }
    }
}
