package org.bdm.server.site.serving;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.AddressPath;
import org.bdm.core.store.StorePath;

/**
 * The export and path that an address below {@link #FILES} names. Names are bytes: they are percent-decoded once, and no character set is assumed.
 *
 * @param path the root for the export itself
 * @param endsWithSlash true if only a directory can be meant
 */
public record ServedAddress(ExportName export, StorePath path, boolean endsWithSlash) {
    /** Begin of every address that is served to readers, whatever its method. */
    public static final String SERVED = "/thredds/";

    /** The part before the name of the export, as in the addresses of a THREDDS data server. */
    public static final String FILES = SERVED + "fileServer/";

    /**
     * Reads the address of a request as it came, not decoded and not normalised.
     *
     * @throws MoverException NOT_FOUND, INVALID_PATH, NAME_TOO_LONG
     */
    public static ServedAddress parse(String requestUri) {
        if (!requestUri.startsWith(FILES)) throw nothing(requestUri);
        return below(requestUri.substring(FILES.length()), requestUri);
    }

    /** Reads what stands behind a prefix: {@code EXPORT}, {@code EXPORT/} or {@code EXPORT/path}. */
    static ServedAddress below(String rest, String requestUri) {
        int slash = rest.indexOf('/');
        ExportName export = export(slash < 0 ? rest : rest.substring(0, slash), requestUri);
        String path = slash < 0 ? "" : rest.substring(slash + 1);
        boolean endsWithSlash = rest.endsWith("/");
        if (endsWithSlash && !path.isEmpty()) path = path.substring(0, path.length() - 1);
        if (path.isEmpty() && rest.endsWith("//"))
            throw new MoverException(ErrorCode.INVALID_PATH, "empty name in a path");
        return new ServedAddress(export, StorePath.of(PathEncoding.decoded(path)), endsWithSlash);
    }

    /** Returns the address of this below {@link #FILES}, encoded; with a slash at the end for a directory. */
    String uri(boolean isDirectory) {
        return FILES + relative() + (isDirectory ? "/" : "");
    }

    /** Returns the export and the path, encoded: {@code EXPORT/path}. */
    String relative() {
        return path.isRoot() ? export.value() : export + "/" + AddressPath.encoded(path.bytes());
    }

    /** Returns the export and the path for people. */
    String shown() {
        return path.isRoot() ? export.value() : export + "/" + path.shown();
    }

    static MoverException nothing(String requestUri) {
        return new MoverException(ErrorCode.NOT_FOUND, "nothing is served at " + requestUri);
    }

    private static ExportName export(String text, String requestUri) {
        try {
            return new ExportName(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.NOT_FOUND, "no export is at " + requestUri, e);
        }
    }
}
