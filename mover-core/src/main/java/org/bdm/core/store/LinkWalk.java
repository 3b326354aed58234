package org.bdm.core.store;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * The way along one path, from the root down, through its symbolic links. It ends: a path has so many links at most, and no directory is
 * entered twice on it, by whatever name.
 */
final class LinkWalk {
    /** As in Linux. */
    private static final int LINKS_PER_NAME_MAX = 40;

    private final Store store;
    private final Predicate<StorePath> allowed;
    private final Set<StorePath> entered = new HashSet<>();
    private final Set<StorePath> passed = new LinkedHashSet<>();
    private StorePath at = StorePath.ROOT;

    LinkWalk(Store store, Predicate<StorePath> allowed) {
        this.store = store;
        this.allowed = allowed;
    }

    /** Returns the path reached, without links. */
    StorePath at() {
        return at;
    }

    /** Every name on the way so far: links, directories, and where it is, each without a link before it. */
    Set<StorePath> passed() {
        return passed;
    }

    /** Goes on to an entry of the directory that was reached; errors as {@link #leadsTo}. */
    void enter(FileName name) {
        StorePath next = leadsTo(name);
        entered.add(at);
        at = next;
    }

    /**
     * Returns the path to which an entry of the reached directory leads.
     *
     * @throws MoverException SOURCE_NOT_FOUND if there is no such entry, LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP
     */
    StorePath leadsTo(FileName name) {
        StorePath seen = at.child(name);
        Deque<byte[]> rest = new ArrayDeque<>();
        rest.push(name.bytes());
        StorePath now = at;
        int links = 0;
        while (!rest.isEmpty()) {
            byte[] part = rest.pop();
            if (isDots(part)) {
                if (now.isRoot()) throw leaves(seen);
                now = now.parent();
                continue;
            }
            now = now.child(nameOf(part, seen));
            passed.add(now);
            FileStatus status = statusOf(now, seen, links);
            if (status.kind() == FileKind.SYMBOLIC_LINK) {
                if (++links > LINKS_PER_NAME_MAX) throw loop(seen);
                now = follow(status, now, seen, rest);
            } else if (!rest.isEmpty() && status.kind() != FileKind.DIRECTORY) {
                throw dangling(seen);
            }
        }
        if (links > 0 && !allowed.test(now)) throw leaves(seen);
        if (now.equals(at) || entered.contains(now)) throw loop(seen);
        return now;
    }

    /** Puts the names of the target in front of the rest; gives the directory that they are seen from. */
    private StorePath follow(FileStatus link, StorePath path, StorePath seen, Deque<byte[]> rest) {
        byte[] target = link.linkTarget();
        if (target == null || target.length == 0) throw dangling(seen);
        boolean isAbsolute = target[0] == '/';
        if (isAbsolute) target = store.belowRoot(target).orElseThrow(() -> leaves(seen));
        int end = target.length;
        for (int i = target.length - 1; i >= -1; i--) {
            if (i >= 0 && target[i] != '/') continue;
            byte[] part = Arrays.copyOfRange(target, i + 1, end);
            end = i;
            boolean isNothing = part.length == 0 || (part.length == 1 && part[0] == '.');
            if (!isNothing) rest.push(part);
        }
        return isAbsolute ? StorePath.ROOT : path.parent();
    }

    private FileStatus statusOf(StorePath path, StorePath seen, int links) {
        return store.status(path).orElseThrow(() -> {
            if (links == 0) return new MoverException(ErrorCode.SOURCE_NOT_FOUND, "there is nothing at " + path);
            return allowed.test(path) ? dangling(seen) : leaves(seen);
        });
    }

    private static boolean isDots(byte[] part) {
        return part.length == 2 && part[0] == '.' && part[1] == '.';
    }

    private static FileName nameOf(byte[] part, StorePath seen) {
        try {
            return FileName.of(part);
        } catch (MoverException e) {
            throw new MoverException(
                    ErrorCode.LINK_DANGLING, "symbolic link " + seen + " points to an impossible name", e);
        }
    }

    private static MoverException dangling(StorePath seen) {
        return new MoverException(ErrorCode.LINK_DANGLING, "symbolic link " + seen + " points to nothing");
    }

    private static MoverException leaves(StorePath seen) {
        return new MoverException(
                ErrorCode.LINK_LEAVES_TREE, "symbolic link " + seen + " leads outside what may be read of its export");
    }

    private static MoverException loop(StorePath seen) {
        return new MoverException(ErrorCode.LINK_LOOP, seen + " points to itself or to a directory above it");
    }
}
