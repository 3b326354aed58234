package org.bdm.server.job.submit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.QuestionsOnly;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.message.Answers;
import org.bdm.server.site.access.AskersRights;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.SourceConnections;
import org.jspecify.annotations.Nullable;

/**
 * Trees at paired sites that a job of replica sets names: which may be named, and what their sites say of them now. A site that is down is no
 * reason to refuse a job: data nodes do its work. Any thread that may block.
 */
public final class SiteTrees {
    private static final int TREES_MAX = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Catalog catalog;
    private final OwnSite own;
    private final SourceConnections sources;

    public SiteTrees(Catalog catalog, OwnSite own, SourceConnections sources) {
        this.catalog = catalog;
        this.own = own;
        this.sources = sources;
    }

    /**
     * The answer of one site.
     *
     * @param trouble why nothing can be read there now; null if it can
     */
    public record Seen(Endpoint tree, @Nullable String trouble) {}

    /** As they are kept: in normal form, each once. INVALID_REQUEST, TOO_LARGE. */
    static List<Endpoint> parsed(List<String> given) {
        List<Endpoint> trees = given.stream().map(Endpoint::parse).distinct().toList();
        if (trees.size() > TREES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "sourcePolicy.alsoAt: " + trees.size() + " trees, at most " + TREES_MAX);
        }
        return trees;
    }

    /** Asks nobody; UNKNOWN_SITE, INVALID_REQUEST. */
    List<Endpoint> checked(List<String> given) {
        List<Endpoint> trees = parsed(given);
        for (Endpoint tree : trees) {
            if (tree.site().equals(own.name())) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "sourcePolicy.alsoAt: " + tree + " is at this site: what it holds is found by itself,"
                                + " unless reuse is off");
            }
            if (catalog.sites().find(tree.site()).isEmpty()) {
                throw new MoverException(
                        ErrorCode.UNKNOWN_SITE,
                        "sourcePolicy.alsoAt: this site is not paired with a site '" + tree.site() + "'");
            }
        }
        return trees;
    }

    /**
     * Asks all sites at once, and waits for seconds; not about trees that may not be read for this owner.
     *
     * @throws MoverException NOT_ALLOWED, UNKNOWN_EXPORT, INVALID_REQUEST if a site says that nothing can ever be read there
     */
    List<Seen> look(List<Endpoint> named, String owner) {
        AskersRights.Rights asker = new AskersRights(catalog, own.name()).of(owner);
        List<Endpoint> trees = named.stream().filter(asker::mayRead).toList();
        List<CompletableFuture<Optional<DirectoryEntry>>> asked = new ArrayList<>();
        List<BlockSource> open = new ArrayList<>();
        try {
            for (Endpoint tree : trees) asked.add(ask(tree, open).toCompletableFuture());
            var all = CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                    .handle((done, failure) -> true)
                    .completeOnTimeout(false, PATIENCE.toSeconds(), TimeUnit.SECONDS);
            boolean unused = all.join();
            List<Seen> seen = new ArrayList<>();
            for (int i = 0; i < trees.size(); i++) seen.add(seen(trees.get(i), asked.get(i)));
            return seen;
        } finally {
            open.forEach(BlockSource::close);
        }
    }

    private CompletionStage<Optional<DirectoryEntry>> ask(Endpoint tree, List<BlockSource> open) {
        try {
            BlockSource source =
                    sources.connect(tree.site(), tree.export(), null, List.of(tree.path()), LinkReading.AS_LINKS);
            open.add(source);
            return source.open(new QuestionsOnly()).thenCompose(done -> source.status(tree.path()));
        } catch (MoverException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Seen seen(Endpoint tree, CompletableFuture<Optional<DirectoryEntry>> asked) {
        if (!asked.isDone()) {
            return new Seen(tree, tree + ": the site did not answer within " + PATIENCE.toSeconds() + " s");
        }
        DirectoryEntry entry;
        try {
            entry = Answers.of(asked, tree.toString()).orElse(null);
        } catch (MoverException e) {
            return failed(tree, e);
        }
        if (entry != null && entry.error() != null) return failed(tree, entry.error());
        if (entry == null || entry.status() == null) return new Seen(tree, tree + ": nothing is there yet");
        if (entry.status().kind() == FileKind.DIRECTORY) return new Seen(tree, null);
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "sourcePolicy.alsoAt: " + tree
                        + " is not a directory; name one that has the layout of the destination");
    }

    private static Seen failed(Endpoint tree, MoverException reason) {
        if (reason.code() == ErrorCode.NOT_ALLOWED || reason.code() == ErrorCode.UNKNOWN_EXPORT) {
            throw new MoverException(
                    reason.code(),
                    "sourcePolicy.alsoAt: site '" + tree.site() + "' does not let this site read " + tree + ": "
                            + reason.detail());
        }
        return new Seen(tree, tree + ": " + reason.sentence());
    }
}
