package org.bdm.core.store.object;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.ReservedName;
import org.jspecify.annotations.Nullable;

/*
 * Keys are listed in the order of their bytes, without a delimiter: with one, a store was seen to repeat its prefixes.
 *
 *   keys              entries of the directory, as they are found        in the order of their names
 *   d/a-b             a-b                                                a      (directory)
 *   d/a.nc            a.nc                                               a-b
 *   d/a/x             a      then behind "d/a/" + the last character     a.nc
 *   d/a0              a0                                                 a0
 *
 * Jumps. What lies below a directory is passed over by going on behind all keys with its prefix.
 *
 * Order. A directory comes behind names that go on, after its own, with one of the characters before the slash ("-", "."). So when a page has to
 * end while more keys follow, a directory that belongs into it may not have been seen. It can only be one whose name begins the last name
 * of the page in that way, or is it: each of them is asked for. That are the number of such characters in one name, for a whole page.
 */

/** One page of a directory. Made for one call. */
final class DirectoryListing {
    private static final String LAST_CHARACTER =
            "\udbff\udfff"; // U+10FFFF: hardly a key with the same beginning comes behind it
    private static final int STATUS_BAD_REQUEST = 400;
    private static final int KEYS_MIN = 8;
    private static final int KEYS_STEP = 8;
    private static final int FEW_ENTRIES = 2;

    /** Keys that s3proxy lists of uploads that are under way. */
    private static final Pattern PARTS_OF_OTHERS =
            Pattern.compile("\\.mpus-[0-9a-f]{8}-[0-9a-f-]{27}.*", Pattern.DOTALL);

    private final Bucket bucket;
    private final String prefix;
    private final @Nullable FileName after;
    private final int entriesMax;
    private final TreeMap<FileName, Found> found = new TreeMap<>();
    private String from; // what the next page is asked to begin behind
    private String lastKey; // behind which all that comes must lie
    private String lastPart = "";
    private boolean isLastInside; // below a directory
    private String jumped = ""; // the directory that was passed over before this page, with its slash
    private boolean hasKeys;
    private int keys = Bucket.PAGE_KEYS_MAX;

    private record Found(DirectoryEntry entry, boolean isDirectory) {}

    /**
     * A listing that asks nothing yet.
     *
     * @param prefix of the keys of the directory, with its slash
     */
    DirectoryListing(Bucket bucket, String prefix, @Nullable FileName after, int entriesMax) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.after = after;
        this.entriesMax = entriesMax;
        this.from = after == null ? "" : prefix + new String(after.bytes(), StandardCharsets.UTF_8);
        this.lastKey = from;
    }

    /** True for a name that is told of what somebody sends now. */
    static boolean isPartOfOthers(String name) {
        return PARTS_OF_OTHERS.matcher(name).matches();
    }

    /** True if any key was seen. */
    boolean hasKeys() {
        return hasKeys;
    }

    DirectoryPage page() {
        boolean isLast = false;
        while (!isLast && found.size() < entriesMax) {
            int before = found.size();
            ObjectPage page = bucket.list(prefix, from, Math.min(keys, Math.max(KEYS_MIN, entriesMax - before)));
            for (ObjectHead object : page.objects()) take(object);
            isLast = page.isLast();
            if (isLast) break;
            goOn();
            boolean isWasted = found.size() - before <= FEW_ENTRIES;
            keys = isWasted ? Math.max(keys / KEYS_STEP, KEYS_MIN) : Math.min(keys * KEYS_STEP, Bucket.PAGE_KEYS_MAX);
        }
        if (!isLast) findDirectoriesBefore();
        List<DirectoryEntry> entries = new ArrayList<>(Math.min(entriesMax, found.size()));
        for (Found each : found.values()) {
            if (entries.size() == entriesMax) break;
            entries.add(each.entry());
        }
        return new DirectoryPage(entries, isLast && found.size() <= entriesMax);
    }

    /** Behind the last key, or behind the directory that it lies in; where that brought more of the directory, key by key. */
    private void goOn() {
        String directory = isLastInside ? prefix + lastPart + "/" : "";
        boolean jumps = isLastInside && !directory.equals(jumped);
        from = jumps ? directory + LAST_CHARACTER : lastKey;
        jumped = directory;
    }

    private void take(ObjectHead object) {
        String key = object.key();
        KeyOrder.require(bucket, prefix, lastKey, key);
        lastKey = key;
        hasKeys = true;
        String rest = key.substring(prefix.length());
        int slash = rest.indexOf('/');
        lastPart = slash < 0 ? rest : rest.substring(0, slash);
        isLastInside = slash >= 0;
        if (rest.isEmpty()) {
            if (object.size() > 0) add(EntryName.ofSlash(object.size()), object, false);
        } else if (!isPartOfOthers(lastPart)) {
            add(EntryName.of(lastPart), object, isLastInside);
        }
    }

    private void add(EntryName name, ObjectHead object, boolean isDirectory) {
        if (after != null && name.name().compareTo(after) <= 0) return;
        if (ReservedName.is(lastPart)) return;
        DirectoryEntry entry;
        if (name.error() != null) entry = new DirectoryEntry(name.name(), null, name.error());
        else if (isDirectory) entry = new DirectoryEntry(name.name(), ObjectStatus.DIRECTORY, null);
        else entry = new DirectoryEntry(name.name(), ObjectStatus.of(object), null);
        Found other = found.putIfAbsent(name.name(), new Found(entry, isDirectory));
        if (other != null && other.isDirectory() != isDirectory) bothKinds(name.name());
    }

    private void bothKinds(FileName name) {
        MoverException error = new MoverException(
                ErrorCode.PATH_BLOCKED,
                "'" + name.shown()
                        + "' is an object, and others lie below it: no file system has both, rename one of them");
        found.put(name, new Found(new DirectoryEntry(name, null, error), true));
    }

    /** Of a page that ends before the keys do. */
    private void findDirectoriesBefore() {
        String last = lastPart;
        for (int length = 0; length < last.length(); length++) {
            if (last.charAt(length) < '/') findDirectory(last.substring(0, length));
        }
        if (!isLastInside) findDirectory(last);
    }

    private void findDirectory(String part) {
        EntryName name = EntryName.of(part);
        Found known = found.get(name.name());
        if (known != null && known.isDirectory()) return;
        if (after != null && name.name().compareTo(after) <= 0) return;
        if (ReservedName.is(part)) return;
        if (!hasKeysBelow(part, name)) return;
        if (known != null) {
            bothKinds(name.name());
            return;
        }
        MoverException error = name.error();
        DirectoryEntry entry = new DirectoryEntry(name.name(), error == null ? ObjectStatus.DIRECTORY : null, error);
        found.put(name.name(), new Found(entry, true));
    }

    /** MinIO refuses to list below names that no file can have, and has no such keys. */
    private boolean hasKeysBelow(String part, EntryName name) {
        try {
            return !bucket.list(prefix + part + "/", "", 1).objects().isEmpty();
        } catch (S3Refusal refusal) {
            boolean isOfName = refusal.status() == STATUS_BAD_REQUEST && !refusal.isOfCredentials();
            if (isOfName && name.error() != null) return false;
            throw refusal;
        }
    }
}
