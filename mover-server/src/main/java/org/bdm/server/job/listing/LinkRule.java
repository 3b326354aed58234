package org.bdm.server.job.listing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** The target of a symbolic link of the source, from its bytes alone; nothing is followed. */
final class LinkRule {
    private LinkRule() {}

    /**
     * The path below the root of the tree that a link names.
     *
     * @param link path of the link below the root of the tree
     * @param target its bytes
     * @return empty if the target is absolute, or leaves the tree on its way, even if it comes back, or goes back behind a name: that may be a
     *     link, from which {@code ..} leads elsewhere than its name says
     * @throws MoverException LINK_DANGLING if the target stays in the tree, and nothing can be under such a name
     */
    static Optional<StorePath> targetInTree(StorePath link, byte[] target) {
        if (target.length == 0 || target[0] == '/') return Optional.empty();
        List<FileName> names = new ArrayList<>(link.parent().names());
        MoverException impossible = null;
        int depth = names.size();
        boolean hasName = false;
        int start = 0;
        for (int i = 0; i <= target.length; i++) {
            if (i < target.length && target[i] != '/') continue;
            byte[] part = Arrays.copyOfRange(target, start, i);
            start = i + 1;
            if (part.length == 0 || (part.length == 1 && part[0] == '.')) continue;
            if (part.length == 2 && part[0] == '.' && part[1] == '.') {
                if (hasName || --depth < 0) return Optional.empty();
                names.remove(names.size() - 1);
            } else {
                hasName = true;
                if (impossible == null) impossible = add(names, link, part);
            }
        }
        if (impossible != null) throw impossible;
        return Optional.of(new StorePath(names));
    }

    /** Adds a name to a path; gives what is wrong with it, or null. */
    private static @Nullable MoverException add(List<FileName> names, StorePath link, byte[] part) {
        try {
            names.add(FileName.of(part));
            return null;
        } catch (MoverException e) {
            return new MoverException(
                    ErrorCode.LINK_DANGLING, "symbolic link " + link + " points at a name that cannot be", e);
        }
    }
}
