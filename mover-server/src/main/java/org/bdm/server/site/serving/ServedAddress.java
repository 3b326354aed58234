package org.bdm.server.site.serving;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * The export and path that an address below {@link #PREFIX} names. Names are bytes: they are percent-decoded once, and no character set is assumed.
 *
 * @param path not the root
 */
public record ServedAddress(ExportName export, StorePath path) {
    /** The part before the name of the export, as in the addresses of a THREDDS data server. */
    public static final String PREFIX = "/thredds/fileServer/";

    /**
     * Reads the address of a request as it came, not decoded and not normalised.
     *
     * @throws MoverException NOT_FOUND for a directory, INVALID_PATH, NAME_TOO_LONG
     */
    public static ServedAddress parse(String requestUri) {
        if (!requestUri.startsWith(PREFIX)) throw nothing(requestUri);
        String below = requestUri.substring(PREFIX.length());
        int slash = below.indexOf('/');
        if (slash < 1 || below.endsWith("/")) throw nothing(requestUri);
        return new ServedAddress(
                export(below.substring(0, slash), requestUri), StorePath.of(decoded(below.substring(slash + 1))));
    }

    private static MoverException nothing(String requestUri) {
        return new MoverException(
                ErrorCode.NOT_FOUND, "no file is at " + requestUri + ", and directories are not listed");
    }

    private static ExportName export(String text, String requestUri) {
        try {
            return new ExportName(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.NOT_FOUND, "no export is at " + requestUri, e);
        }
    }

    private static byte[] decoded(String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.write(raw[i]);
                continue;
            }
            int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new MoverException(ErrorCode.INVALID_PATH, "a '%' of the address is followed by no two digits");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return bytes.toByteArray();
    }
}
