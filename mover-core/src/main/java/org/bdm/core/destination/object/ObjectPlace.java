package org.bdm.core.destination.object;

import java.util.function.Function;
import org.bdm.core.s3.Bucket;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;

/**
 * The bucket, or the part of one, that an export is.
 *
 * @param name of the export
 * @param there reads it as directories and files
 * @param keys gives the key of a path; refuses by a {@link org.bdm.core.fault.MoverException} a name that the store would change
 */
public record ObjectPlace(String name, Bucket bucket, Store there, Function<StorePath, String> keys) {
    String shown(String key) {
        return bucket.shown() + "/" + key;
    }
}
