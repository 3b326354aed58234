package org.bdm.server.site.access;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.Store;
import org.bdm.core.store.WritableStore;

/** The exports of this site, as they were given at start. Safe on any thread. */
public final class LocalExports {
    private final Map<ExportName, Export> byName = new LinkedHashMap<>();

    /** Keeps the exports in this order; names are unique. */
    public LocalExports(Collection<Export> exports) {
        exports.forEach(export -> byName.put(export.name(), export));
    }

    /**
     * One export.
     *
     * @param directory the root, for operators
     * @param store reads it; a {@link WritableStore} if it is writable
     */
    public record Export(ExportName name, String directory, Store store) {
        /** True if files may be placed in it. */
        public boolean isWritable() {
            return store.abilities().writable();
        }
    }

    /** All of them. */
    public Collection<Export> all() {
        return byName.values();
    }

    /** The export of this name, or UNKNOWN_EXPORT. */
    public Export find(ExportName name) {
        Export export = byName.get(name);
        if (export == null)
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "this site has no export '" + name + "'");
        return export;
    }

    /** The store of a writable export; UNKNOWN_EXPORT, or EXPORT_READ_ONLY. */
    public WritableStore writable(ExportName name) {
        Export export = find(name);
        if (export.isWritable() && export.store() instanceof WritableStore store) return store;
        throw new MoverException(ErrorCode.EXPORT_READ_ONLY, "export '" + name + "' is offered read-only");
    }
}
