package org.bdm.server.job.listing;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The first questions about one item: its status and, if it may be a tree, the first page of it, both at once to save a round trip. What was
 * asked of one source is not used once another one is open. Belongs to the listing's thread.
 */
final class FirstLook {
    private final StorePath root;
    private final boolean mayBeTree;
    private @Nullable BlockSource asked;
    private @Nullable CompletionStage<Optional<DirectoryEntry>> early;
    private @Nullable CompletionStage<DirectoryPage> page;

    FirstLook(StorePath root, boolean mayBeTree) {
        this.root = root;
        this.mayBeTree = mayBeTree;
    }

    /** Asks for the status ahead of its turn. */
    void askAhead(BlockSource source) {
        asked = source;
        early = source.status(root);
    }

    /** True if it was asked ahead of a source that is open now. */
    boolean isAskedOf(@Nullable BlockSource source) {
        return asked != null && asked == source;
    }

    /** The status: what was asked for ahead, once, or asked for now. */
    CompletionStage<Optional<DirectoryEntry>> status(BlockSource source) {
        CompletionStage<Optional<DirectoryEntry>> answer = isAskedOf(source) ? early : null;
        early = null;
        if (mayBeTree) {
            asked = source;
            page = source.list(root, Optional.empty(), TreeWalk.ENTRIES_PER_PAGE);
        }
        return answer == null ? source.status(root) : answer;
    }

    /** The first page of the tree, once; null if it was not asked for, or of another source. */
    @Nullable CompletionStage<DirectoryPage> firstPage(BlockSource source) {
        CompletionStage<DirectoryPage> answer = isAskedOf(source) ? page : null;
        page = null;
        return answer;
    }
}
