package org.bdm.server.site.serving;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/** The exports that are read over HTTP, as they were given at start. Immutable. */
public final class ServedExports {
    private final LocalExports exports;
    private final Map<ExportName, HttpAccess> access = new LinkedHashMap<>();

    /**
     * Keeps what is not off.
     *
     * @throws MoverException UNKNOWN_EXPORT for a name that is none of this site's exports
     */
    public ServedExports(LocalExports exports, Map<ExportName, HttpAccess> access) {
        this.exports = exports;
        access.forEach((name, mode) -> {
            exports.find(name);
            if (mode != HttpAccess.OFF) this.access.put(name, mode);
        });
    }

    /** The exports that are served, TOKEN or PUBLIC. */
    public Map<ExportName, HttpAccess> all() {
        return Map.copyOf(access);
    }

    /** Returns the names of the exports that a caller may read, in order. */
    List<ExportName> readableBy(boolean isReader) {
        return access.entrySet().stream()
                .filter(entry -> isReader || entry.getValue() == HttpAccess.PUBLIC)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(ExportName::value))
                .toList();
    }

    /** OFF also for what is no export. */
    public HttpAccess accessTo(ExportName name) {
        return access.getOrDefault(name, HttpAccess.OFF);
    }

    /** Reads a served export, through the symbolic links that stay in it; UNKNOWN_EXPORT. */
    Store store(ExportName name) {
        if (accessTo(name) == HttpAccess.OFF) {
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "this site serves no export '" + name + "' over HTTP");
        }
        // Trees of published data are made of symbolic links: esg-prepare links files/dYYYYMMDD below vYYYYMMDD.
        return new FollowingStore(exports.find(name).store(), anywhere -> true);
    }

    /**
     * Refuses a reader who may not read an export.
     *
     * @throws MoverException NOT_FOUND if it is not served; NOT_AUTHENTICATED without a token; NOT_ALLOWED
     */
    public void checkAccess(ExportName export, ServedTrees.Reader reader) {
        boolean mayRead = switch (accessTo(export)) {
            case OFF ->
                throw new MoverException(
                        ErrorCode.NOT_FOUND,
                        "no export '" + export + "' is served over HTTP here; --http-export of its server serves one");
            case TOKEN -> reader.isReader();
            case PUBLIC -> true;
        };
        if (!mayRead) throw refused(reader);
    }

    static MoverException refused(ServedTrees.Reader reader) {
        return reader.token() == null
                ? new MoverException(ErrorCode.NOT_AUTHENTICATED, "no token was given")
                : new MoverException(ErrorCode.NOT_ALLOWED, "reading this export needs the role reader");
    }

    /** Returns what somebody from outside is told: all that cannot be read is simply not there. */
    public static MoverException asSeenOutside(ServedAddress address, MoverException reason) {
        return switch (reason.code()) {
            case SOURCE_NOT_FOUND, UNKNOWN_EXPORT, NOT_A_DIRECTORY, IS_A_DIRECTORY, SPECIAL_FILE, PATH_BLOCKED ->
                nothing(address, reason);
            case LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP -> nothing(address, reason);
            case SOURCE_UNREADABLE ->
                new MoverException(
                        ErrorCode.NOT_ALLOWED, "this server may not read " + address.path() + " itself", reason);
            case BEING_STAGED ->
                new MoverException(
                        ErrorCode.BEING_STAGED,
                        address.path() + " in export '" + address.export()
                                + "' is not on disk now, but on tape; ask again later",
                        reason);
            default -> reason;
        };
    }

    /** For what is not there. */
    static MoverException nothing(ServedAddress address, @Nullable MoverException cause) {
        return new MoverException(
                ErrorCode.NOT_FOUND,
                "no such file or directory: " + address.path() + " in export '" + address.export() + "'",
                cause);
    }
}
