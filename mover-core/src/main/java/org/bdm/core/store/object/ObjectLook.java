package org.bdm.core.store.object;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;

/**
 * Looks at many objects of few directories: one page of keys is asked for each directory, and answers for all that lie in it. What a page does not
 * reach is asked for alone. Belongs to one thread.
 */
final class ObjectLook implements BatchLook {
    private final ObjectStore store;
    private final Map<StorePath, Keys> directories = new HashMap<>();

    ObjectLook(ObjectStore store) {
        this.store = store;
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        if (path.isRoot() || ReservedName.isIn(path)) return store.status(path);
        String key = store.key(path);
        StorePath directory = path.parent();
        Keys known = directories.computeIfAbsent(directory, missing -> Keys.of(store.bucket(), below(directory)));
        if (!known.reaches(key)) return store.status(path);
        ObjectHead object = known.byKey.get(key);
        if (object != null) return Optional.of(ObjectStatus.of(object));
        return known.hasBelow(key) ? Optional.of(ObjectStatus.DIRECTORY) : Optional.empty();
    }

    private String below(StorePath directory) {
        return directory.isRoot() ? store.key(directory) : store.key(directory) + "/";
    }

    @Override
    public void close() {
        directories.clear();
    }

    /** The first keys below a directory, at any depth. */
    private record Keys(TreeMap<String, ObjectHead> byKey, boolean isAll, boolean isInOrder) {
        static Keys of(Bucket bucket, String prefix) {
            return RefusedReading.told(() -> {
                ObjectPage page = bucket.list(prefix, "", Bucket.PAGE_KEYS_MAX);
                TreeMap<String, ObjectHead> byKey = new TreeMap<>(KeyOrder.BYTES);
                boolean isInOrder = true;
                for (ObjectHead object : page.objects()) {
                    isInOrder &= byKey.isEmpty() || KeyOrder.BYTES.compare(byKey.lastKey(), object.key()) < 0;
                    byKey.put(object.key(), object);
                }
                return new Keys(byKey, page.isLast(), isInOrder);
            });
        }

        /** True if the page shows whether this key, and any below it, are there. */
        boolean reaches(String key) {
            if (isAll) return true;
            return isInOrder && !byKey.isEmpty() && KeyOrder.BYTES.compare(afterBelow(key), byKey.lastKey()) < 0;
        }

        boolean hasBelow(String key) {
            String next = byKey.higherKey(key + "/");
            return byKey.containsKey(key + "/") || (next != null && next.startsWith(key + "/"));
        }

        /** Comes behind all keys that lie below one. */
        private static String afterBelow(String key) {
            return key + "0"; // the character behind the slash
        }
    }
}
