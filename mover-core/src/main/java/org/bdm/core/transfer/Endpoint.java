package org.bdm.core.transfer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.ForeignAddress;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;

/**
 * Location of bytes: {@code bdm://SITE/EXPORT/path}. Bytes that are no plain text are written {@code %xx}; a single slash at the end is
 * ignored, an empty path is the root of the export.
 */
public record Endpoint(SiteName site, ExportName export, StorePath path) {
    private static final String SCHEME = "bdm://";

    /**
     * Reads the URL form.
     *
     * @throws MoverException INVALID_REQUEST for another form, INVALID_PATH or NAME_TOO_LONG for the path, also for one with a {@link ReservedName}
     */
    public static Endpoint parse(String text) {
        ForeignAddress.meant(text).ifPresent(sentence -> {
            throw new MoverException(ErrorCode.INVALID_REQUEST, sentence);
        });
        String rest = text.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        if (slash < 1) throw malformed(text, "the export is missing");
        String afterSite = rest.substring(slash + 1);
        int next = afterSite.indexOf('/');
        String export = next < 0 ? afterSite : afterSite.substring(0, next);
        String path = next < 0 ? "" : afterSite.substring(next + 1);
        if (path.endsWith("/")) path = path.substring(0, path.length() - 1);
        try {
            return new Endpoint(
                    new SiteName(rest.substring(0, slash)), new ExportName(export), path(text, unescaped(text, path)));
        } catch (IllegalArgumentException e) {
            throw malformed(text, String.valueOf(e.getMessage()));
        }
    }

    /** Names the endpoint in what is wrong with its path. */
    private static StorePath path(String text, byte[] names) {
        try {
            return ReservedName.refusedIn(StorePath.of(names));
        } catch (MoverException e) {
            throw new MoverException(e.code(), "'" + shortened(text) + "': " + e.detail(), e);
        }
    }

    private static byte[] unescaped(String text, String path) {
        byte[] in = path.getBytes(StandardCharsets.UTF_8);
        if (path.indexOf('%') < 0) return in;
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out.write(in[i]);
                continue;
            }
            int high = hexDigit(in, i + 1);
            int low = hexDigit(in, i + 2);
            if (high < 0 || low < 0)
                throw malformed(text, "'%' is not followed by two hexadecimal digits; write % as %25");
            out.write(high << 4 | low);
            i += 2;
        }
        return out.toByteArray();
    }

    private static int hexDigit(byte[] in, int at) {
        return at < in.length ? Character.digit(in[at], 16) : -1;
    }

    private static MoverException malformed(String text, String why) {
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                "'" + shortened(text) + "' is not an endpoint bdm://SITE/EXPORT/path: " + why);
    }

    private static String shortened(String text) {
        return text.length() > 200 ? text.substring(0, 200) + ".." : text;
    }

    /** The endpoint of something below this one. */
    public Endpoint withPath(StorePath other) {
        return new Endpoint(site, export, other);
    }

    /** The URL form that {@link #parse} reads. */
    @Override
    public String toString() {
        return SCHEME + site + "/" + export + (path.isRoot() ? "" : "/" + path.shown());
    }
}
