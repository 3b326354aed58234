package org.bdm.server.reference;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The Parquet files of a set as one zip archive, which the command unpacks. */
public final class ParquetArchive {
    private static final int FILES_MAX = 10_000;

    private final ParquetReferences references;

    private ParquetArchive(ParquetReferences references) {
        this.references = references;
    }

    /** Of this set; TOO_LARGE if it would have too many files. */
    public static ParquetArchive of(ReferenceSet set) {
        ParquetReferences references = new ParquetReferences(set);
        long files = 0;
        for (ReferencedArray array : set.arrays())
            files += ParquetReferences.places(array) / ParquetReferences.RECORD_SIZE + 1;
        if (files > FILES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "the set would have more than " + FILES_MAX + " Parquet files");
        }
        return new ParquetArchive(references);
    }

    /** Writes it file by file; the stream stays open. */
    public void write(OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        for (String name : references.names()) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(references.part(name).orElseThrow());
            zip.closeEntry();
        }
        zip.finish();
    }
}
