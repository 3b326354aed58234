package org.bdm.server.site.access;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.site.AuditSeal;

/** The file with the seals that this node made, outside the catalog: a line each, made with the first one. */
final class SealFile {
    private final Path file;

    SealFile(Path file) {
        this.file = file;
    }

    /** Adds a seal, durably; WRITE_ERROR. */
    void add(AuditSeal seal) {
        String line = String.join(
                " ",
                String.valueOf(seal.line()),
                seal.at().toString(),
                seal.chain(),
                seal.publicKey(),
                seal.signature() + "\n");
        try {
            Files.writeString(
                    file,
                    line,
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.SYNC);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.WRITE_ERROR, "cannot write the seal of the audit log to " + file, e);
        }
    }

    /**
     * Passes all seals in the order of the file, one at a time.
     *
     * @param isExpected whether a missing file is a trouble
     * @param troubles takes a sentence each
     */
    void read(boolean isExpected, Consumer<AuditSeal> seals, List<String> troubles) {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ", -1);
                if (parts.length == 5) {
                    seals.accept(new AuditSeal(
                            Long.parseLong(parts[0]), Instant.parse(parts[1]), parts[2], parts[3], parts[4]));
                } else {
                    troubles.add(file.getFileName() + " has a line that is not a seal");
                }
            }
        } catch (NoSuchFileException none) {
            if (isExpected) troubles.add(file.getFileName() + " is missing, and the catalog has seals of this node");
        } catch (IOException | NumberFormatException | DateTimeException e) {
            troubles.add(file.getFileName() + " cannot be read: " + e.getMessage());
        }
    }
}
