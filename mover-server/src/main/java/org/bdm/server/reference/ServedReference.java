package org.bdm.server.reference;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.site.serving.ServedAddress;
import org.jspecify.annotations.Nullable;

/**
 * The references that an address below {@link #PREFIX} names:
 *
 * <pre>
 *  /thredds/references/EXPORT/PATH.json                   a set as JSON
 *  /thredds/references/EXPORT/PATH.parq/.zmetadata        metadata of a set, whose chunks are in
 *  /thredds/references/EXPORT/PATH.parq/VARIABLE/refs.0.parq
 * </pre>
 *
 * @param file the file or directory
 * @param part the part of a set of Parquet files; null for JSON
 */
public record ServedReference(ServedAddress file, @Nullable String part) {
    /** The part before the name of the export, beside that of the files. */
    public static final String PREFIX = "/thredds/references/";

    private static final String JSON = ".json";
    private static final String PARQUET = ".parq/";

    /** Reads the address of a request as it came; NOT_FOUND, INVALID_PATH, NAME_TOO_LONG. */
    public static ServedReference parse(String requestUri) {
        if (!requestUri.startsWith(PREFIX)) throw nothing(requestUri);
        String below = requestUri.substring(PREFIX.length());
        int parquet = below.indexOf(PARQUET);
        if (parquet > 0) {
            return new ServedReference(
                    address(below.substring(0, parquet)), below.substring(parquet + PARQUET.length()));
        }
        if (!below.endsWith(JSON)) throw nothing(requestUri);
        return new ServedReference(address(below.substring(0, below.length() - JSON.length())), null);
    }

    private static ServedAddress address(String below) {
        return ServedAddress.parse(ServedAddress.FILES + below);
    }

    private static MoverException nothing(String requestUri) {
        return new MoverException(
                ErrorCode.NOT_FOUND,
                "no references are at " + requestUri + ": add .json to the name of a file or directory");
    }
}
