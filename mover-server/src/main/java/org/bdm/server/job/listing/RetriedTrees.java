package org.bdm.server.job.listing;

import java.util.List;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.jspecify.annotations.Nullable;

/**
 * The trees of the jobs whose failed files a job tries again. A symbolic link is made again as a part of its tree, so that tree must be known;
 * an item of a retry only names the link. Belongs to the listing's thread.
 */
final class RetriedTrees {
    private static final int ITEMS_AT_ONCE = 1000;
    private static final int ITEMS_MAX = 10_000;
    private static final int JOBS_MAX = 100;

    private final Catalog catalog;
    private final Job job;

    RetriedTrees(Catalog catalog, Job job) {
        this.catalog = catalog;
        this.job = job;
    }

    /**
     * The place of an item in its tree.
     *
     * @param root of the tree, below the source export
     * @param path of the item below the root
     */
    record Part(StorePath root, StorePath path) {}

    /** Empty if the job is no retry, or the item is not of a tree among the first 10,000 items of the jobs before. */
    Optional<Part> partOf(SubmittedItem item) {
        @Nullable JobId earlier = job.request().retryOf();
        for (int jobs = 0; earlier != null && jobs < JOBS_MAX; jobs++) {
            Optional<Part> part = partOf(item, earlier);
            if (part.isPresent()) return part;
            earlier = catalog.jobs()
                    .find(earlier)
                    .map(found -> found.request().retryOf())
                    .orElse(null);
        }
        return Optional.empty();
    }

    private Optional<Part> partOf(SubmittedItem item, JobId earlier) {
        for (int from = 0; from < ITEMS_MAX; from += ITEMS_AT_ONCE) {
            List<NumberedItem> page = catalog.jobs().items(earlier, from, ITEMS_AT_ONCE);
            for (NumberedItem tree : page) {
                Optional<Part> part = part(item, tree.item());
                if (part.isPresent()) return part;
            }
            if (page.size() < ITEMS_AT_ONCE) return Optional.empty();
        }
        return Optional.empty();
    }

    /** In the same place of the tree at both ends. */
    private static Optional<Part> part(SubmittedItem item, SubmittedItem tree) {
        boolean areOfSites = tree.recursive() && item.source() instanceof ItemSource.AtSite;
        if (!areOfSites || !(tree.source() instanceof ItemSource.AtSite root)) return Optional.empty();
        Optional<StorePath> atSource = below(root.endpoint(), ((ItemSource.AtSite) item.source()).endpoint());
        Optional<StorePath> atDestination =
                below(Endpoint.parse(tree.destination()), Endpoint.parse(item.destination()));
        if (atSource.isEmpty() || !atSource.equals(atDestination)) return Optional.empty();
        return Optional.of(new Part(root.endpoint().path(), atSource.get()));
    }

    private static Optional<StorePath> below(Endpoint root, Endpoint file) {
        boolean isBelow = file.site().equals(root.site())
                && file.export().equals(root.export())
                && file.path().startsWith(root.path());
        if (!isBelow) return Optional.empty();
        int depth = root.path().names().size();
        return Optional.of(new StorePath(
                file.path().names().subList(depth, file.path().names().size())));
    }
}
