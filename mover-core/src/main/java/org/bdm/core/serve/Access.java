package org.bdm.core.serve;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;

/**
 * Rights of one session: what it may read, how much, and until when.
 *
 * @param issuer whose ticket it was: sessions of different sites have nothing in common, whatever they call them
 * @param exports by the name that the peer uses
 * @param limits of the ticket
 * @param expires after that nothing new is answered; what was asked for before is still sent
 */
public record Access(SiteName issuer, Map<String, Readable> exports, Limits limits, Instant expires) {
    /** Copies the map. */
    public Access {
        exports = Map.copyOf(exports);
    }

    /**
     * Limits of a session.
     *
     * @param streamsMax open at a time
     * @param bytesMax payload of files in all, over all streams of the session; {@link #ANY_BYTES} is no limit
     */
    public record Limits(int streamsMax, long bytesMax) {
        /** No limit of the bytes. */
        public static final long ANY_BYTES = 0;
    }

    /**
     * The readable part of one export.
     *
     * @param prefixes directories and files that may be read with all below them; the root allows everything
     */
    public record Readable(Store store, List<StorePath> prefixes) {
        /** Copies the list. */
        public Readable {
            prefixes = List.copyOf(prefixes);
        }

        /** True when the path is one of the prefixes or lies below one, name by name. */
        public boolean allows(StorePath path) {
            return prefixes.stream().anyMatch(path::startsWith);
        }
    }

    /** The same exports, with their symbolic links followed as far as they lead to what may be read. */
    Access following() {
        Map<String, Readable> followed = new HashMap<>();
        exports.forEach((name, readable) -> followed.put(
                name, new Readable(new FollowingStore(readable.store(), readable::allows), readable.prefixes())));
        return new Access(issuer, followed, limits, expires);
    }

    /**
     * The export of this name.
     *
     * @throws MoverException NOT_ALLOWED; whether such an export exists is not told
     */
    Readable export(String name) {
        Readable readable = exports.get(name);
        if (readable == null) {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "the ticket does not allow reading the export " + name);
        }
        return readable;
    }

    /** The store, if the path may be read; errors as {@link #export}. */
    Store store(String export, StorePath path) {
        Readable readable = export(export);
        if (!readable.allows(path)) throw notAllowed(export, path);
        return readable.store();
    }

    static MoverException notAllowed(String export, StorePath path) {
        return new MoverException(
                ErrorCode.NOT_ALLOWED, "the ticket does not allow reading " + path + " of the export " + export);
    }
}
