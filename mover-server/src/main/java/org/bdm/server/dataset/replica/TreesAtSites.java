package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Trees at paired sites that have the layout of a job's destination: the copy of a file there has the path that the file has below the
 * destination. Whether it is there, nobody knows before it is asked.
 *
 * @param destination root of the job at this site; null if there are no trees
 * @param roots in the order in which they are asked
 */
public record TreesAtSites(@Nullable Endpoint destination, List<Endpoint> roots) {
    /** No trees. */
    public static final TreesAtSites NONE = new TreesAtSites(null, List.of());

    /** Copies the list. */
    public TreesAtSites {
        roots = List.copyOf(roots);
    }

    /**
     * As a job keeps them.
     *
     * @param destination endpoint; null for a job of many places, which has no trees
     */
    public static TreesAtSites of(@Nullable String destination, List<String> roots) {
        if (destination == null || roots.isEmpty()) return NONE;
        return new TreesAtSites(
                Endpoint.parse(destination), roots.stream().map(Endpoint::parse).toList());
    }

    /**
     * Returns the places where copies of a file would be; none for a file that is not below the destination, or whose path would be too long.
     *
     * @param to where it goes
     */
    public List<Endpoint> copiesOf(Endpoint to) {
        Endpoint root = destination;
        boolean isBelow = root != null
                && to.export().equals(root.export())
                && to.path().startsWith(root.path())
                && !to.path().equals(root.path());
        if (root == null || !isBelow) return List.of();
        int above = root.path().names().size();
        StorePath below =
                new StorePath(to.path().names().subList(above, to.path().names().size()));
        List<Endpoint> copies = new ArrayList<>(roots.size());
        for (Endpoint tree : roots) {
            int length = tree.path().bytes().length + 1 + below.bytes().length;
            if (length <= StorePath.LENGTH_MAX) copies.add(tree.withPath(below.below(tree.path())));
        }
        return copies;
    }
}
