package org.bdm.server.site.serving;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.server.site.access.LocalExports;

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
}
