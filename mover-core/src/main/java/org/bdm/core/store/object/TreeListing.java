package org.bdm.core.store.object;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.TreePage;

/**
 * One page of a tree, in the order of keys: a directory is told with the first key that lies in it. Made for one call.
 *
 * <pre>
 *   keys         entries
 *   d/a-b        a-b
 *   d/a/x        a (directory), a/x
 *   d/a/y        a/y
 * </pre>
 *
 * Where a key is an object and others lie below it, both are told: they may be on different pages.
 */
final class TreeListing {
    private final Bucket bucket;
    private final String prefix;
    private final int entriesMax;
    private final List<TreePage.Entry> entries = new ArrayList<>();
    private String lastKey; // all up to it is told

    /**
     * A listing that asks nothing yet.
     *
     * @param prefix of the keys of the directory, with its slash
     * @param after the last key of the page before, without the prefix
     */
    TreeListing(Bucket bucket, String prefix, String after, int entriesMax) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.entriesMax = entriesMax;
        this.lastKey = after.isEmpty() ? "" : prefix + after;
    }

    /** True if any key was seen. */
    boolean hasKeys() {
        return !lastKey.isEmpty();
    }

    TreePage page() {
        boolean isLast = false;
        while (!isLast && entries.size() < entriesMax) {
            int keys = Math.min(Bucket.PAGE_KEYS_MAX, entriesMax - entries.size());
            ObjectPage page = bucket.list(prefix, lastKey, keys);
            for (ObjectHead object : page.objects()) {
                if (!take(object)) return page(false);
            }
            isLast = page.isLast();
        }
        return page(isLast);
    }

    private TreePage page(boolean isLast) {
        return new TreePage(entries, lastKey.isEmpty() ? "" : lastKey.substring(prefix.length()), isLast);
    }

    /** False if the page has no room for it. */
    private boolean take(ObjectHead object) {
        KeyOrder.require(bucket, prefix, lastKey, object.key());
        List<TreePage.Entry> more = entriesOf(object);
        if (!entries.isEmpty() && entries.size() + more.size() > entriesMax) return false;
        entries.addAll(more);
        lastKey = object.key();
        return true;
    }

    /** The directories that it is the first object of, and itself. */
    private List<TreePage.Entry> entriesOf(ObjectHead object) {
        String rest = object.key().substring(prefix.length());
        List<TreePage.Entry> found = new ArrayList<>();
        StringBuilder shown = new StringBuilder();
        int from = 0;
        while (from < rest.length()) {
            int slash = rest.indexOf('/', from);
            String part = slash < 0 ? rest.substring(from) : rest.substring(from, slash);
            if (ReservedName.is(part) || DirectoryListing.isPartOfOthers(part)) return found;
            EntryName name = EntryName.of(part);
            shown.append(name.name().shown());
            boolean isTold = slash >= 0 && lastKey.startsWith(prefix + rest.substring(0, slash + 1));
            boolean isWrong = name.error() != null;
            if (isWrong && !isTold) found.add(new TreePage.Entry(shown.toString(), null));
            if (isWrong) return found;
            if (slash < 0) {
                found.add(new TreePage.Entry(shown.toString(), ObjectStatus.of(object)));
                return found;
            }
            if (!isTold) found.add(new TreePage.Entry(shown.toString(), ObjectStatus.DIRECTORY));
            shown.append('/');
            from = slash + 1;
        }
        if (object.size() > 0) {
            EntryName bytesOfADirectory = EntryName.ofSlash(object.size());
            found.add(new TreePage.Entry(shown + bytesOfADirectory.name().shown(), null));
        }
        return found;
    }
}
