package org.bdm.server.job.listing;

import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.file.OpenDirectory;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.holding.record.HoldingsFoundSame;
import org.bdm.server.holding.record.HoldingsInDoubt;
import org.bdm.server.job.hardlink.KeptLinks;
import org.bdm.server.site.access.LinkReading;
import org.jspecify.annotations.Nullable;

/**
 * Lists the items of one job one after the other. A batch never holds files of two routes (source site, source export, destination export),
 * so that every chunk of work has one. Belongs to the listing's thread.
 */
final class ListedRoute implements AutoCloseable {
    private static final int DIRECTORIES_AT_ONCE = 5000;

    private final IntakeParts parts;
    private final Job job;
    private final JobSettings settings;
    private final ListedPlaces places;
    private final BooleanSupplier mayGoOn;
    private final HoldingsInDoubt doubts;
    private final Batch batch;
    private final FirstLooks looks = new FirstLooks();
    private final WebLooks webLooks;
    private final SameFiles same;
    private @Nullable Route route;
    private final RetriedTrees trees;
    private long dangling;
    private @Nullable PatientSource source;

    ListedRoute(
            IntakeParts parts,
            Job job,
            JobSettings settings,
            ListedPlaces places,
            BooleanSupplier mayGoOn,
            Runnable wake) {
        this.places = places;
        this.parts = parts;
        this.job = job;
        this.settings = settings;
        this.mayGoOn = mayGoOn;
        this.doubts = new HoldingsInDoubt(parts.catalog());
        this.same = new SameFiles(new HoldingsFoundSame(parts.catalog(), parts.exports(), parts.clock()));
        this.batch = new Batch(parts.catalog(), job, settings.order(), same, wake);
        this.trees = new RetriedTrees(parts.catalog(), job);
        this.webLooks = new WebLooks(parts, job, mayGoOn, this::flush);
    }

    /** Site and export are null for files with copies. */
    private record Route(@Nullable SiteName site, @Nullable ExportName export, ExportName destinationExport) {
        static Route of(NumberedItem item) {
            if (item.source() instanceof ItemSource.OfCopies) {
                return new Route(null, null, item.destination().export());
            }
            Endpoint from = item.sourceAtSite();
            return new Route(from.site(), from.export(), item.destination().export());
        }
    }

    int nextItem() {
        return batch.nextItem();
    }

    void flush() {
        batch.flush();
    }

    /** Says how many links of what was listed point at nothing. */
    void noteDangling() {
        if (dangling == 0) return;
        String text = dangling == 1
                ? "1 symbolic link points at nothing in the tree, and is copied as it is"
                : dangling + " symbolic links point at nothing in the tree, and are copied as they are";
        Durable.await(parts.catalog().events().add(job.id(), "LINKS_DANGLING", text, "{}"));
    }

    /** Says that hard links are not kept, if the destination cannot have any. */
    void noteHardLinks() {
        if (settings.hardLinks() != JobSettings.HardLinkNames.KEEP || !batch.hasOtherNames()) return;
        Route now = route;
        if (now == null || KeptLinks.areKept(settings, parts.exports(), now.destinationExport())) return;
        String text = "hard links are not kept: the file system of export '" + now.destinationExport()
                + "' has none that can be relied on, so each name becomes a file of its own";
        Durable.await(parts.catalog().events().add(job.id(), FetchListener.NOT_LINKED, text, "{}"));
    }

    /** Goes on with directories that an earlier run left open. */
    void continueDirectories() {
        List<OpenDirectory> open = openDirectories();
        while (!open.isEmpty() && mayGoOn.getAsBoolean()) {
            int itemNumber = open.get(0).item();
            NumberedItem item =
                    parts.catalog().jobs().items(job.id(), itemNumber, 1).get(0);
            places.of(item);
            if (!mayGoOn.getAsBoolean()) return;
            walk(item, open.stream().filter(one -> one.item() == itemNumber).toList(), null);
            batch.flush();
            open = openDirectories();
        }
    }

    private List<OpenDirectory> openDirectories() {
        return parts.catalog().listings().openDirectories(job.id(), DIRECTORIES_AT_ONCE);
    }

    /** Asks for the status of items that come next, so that a long list of files does not cost a round trip for each. */
    void lookAhead(Collection<NumberedItem> next) {
        webLooks.askAhead(next);
        PatientSource open = source;
        Route now = route;
        if (open == null || now == null) return;
        looks.askAhead(open.openNow(), next, item -> now.equals(Route.of(item)));
    }

    /** Lists one item from its beginning; what cannot be listed becomes a failed file. */
    void listItem(NumberedItem item) {
        places.of(item);
        if (places.closure().isPresent()) {
            flush(); // what was found before can be moved meanwhile
            return;
        }
        if (item.source() instanceof ItemSource.Nowhere nowhere) {
            failed(item, new MoverException(ErrorCode.SOURCE_NOT_FOUND, nowhere.why()));
        } else if (item.source() instanceof ItemSource.OfCopies) {
            listWithCopies(item);
        } else {
            listFromSite(item);
        }
    }

    private void listWithCopies(NumberedItem item) {
        Route wanted = Route.of(item);
        if (!wanted.equals(route)) {
            flush();
            close();
            route = wanted;
        }
        try {
            ItemRule rule = rule(item);
            DirectoryEntry entry = webLooks.of(item, parts.clock().instant().truncatedTo(ChronoUnit.SECONDS));
            if (entry == null) return;
            listFile(item, rule, StorePath.ROOT, entry);
        } catch (MoverException e) {
            failed(item, e);
        }
        batch.flushIfFull();
    }

    private void listFromSite(NumberedItem item) {
        PatientSource from = sourceOf(item);
        StorePath root = item.sourceAtSite().path();
        ItemRule rule;
        try {
            rule = rule(item);
        } catch (MoverException e) {
            failed(item, e);
            return;
        }
        FirstLook look = looks.of(item, root);
        PatientSource.Reply<DirectoryEntry> reply = from.ask(look::status);
        if (reply == null) return;
        MoverException error = reply.error();
        DirectoryEntry entry = reply.value().orElse(null);
        if (error != null) {
            failed(item, error);
        } else if (entry != null && isTree(item, entry) && entry.status() != null) {
            listTree(item, entry.status(), look);
        } else if (!listRetriedLink(item, rule, from, entry)) {
            listFile(item, rule, root, entry);
        }
        batch.flushIfFull();
    }

    private void listFile(NumberedItem item, ItemRule rule, StorePath root, @Nullable DirectoryEntry entry) {
        try {
            batch.add(rule.single(root, Optional.ofNullable(entry)));
            batch.itemBegun(item);
        } catch (MoverException e) {
            failed(item, e);
        }
    }

    /** True if the item is a link of a tree that is tried again, and was seen to; also if the listing must stop before it knows. */
    private boolean listRetriedLink(
            NumberedItem item, ItemRule rule, PatientSource from, @Nullable DirectoryEntry entry) {
        FileStatus status = entry == null ? null : entry.status();
        if (status == null || status.kind() != FileKind.SYMBOLIC_LINK || settings.symlinks() != SymbolicLinks.KEEP)
            return false;
        RetriedTrees.Part part = trees.partOf(item.item()).orElse(null);
        byte[] target = status.linkTarget();
        if (part == null || target == null) return false;
        try {
            StorePath inTree = inTree(part.path(), target);
            boolean isMissing = false;
            if (inTree != null) {
                StorePath path = inTree.below(part.root());
                PatientSource.Reply<DirectoryEntry> there = from.ask(source -> source.status(path));
                if (there == null) return true;
                isMissing = there.error() == null && there.value().isEmpty();
            }
            batch.add(rule.singleLink(part.path(), status, isMissing));
            batch.itemBegun(item);
        } catch (MoverException e) {
            failed(item, e);
        }
        return true;
    }

    private void listTree(NumberedItem item, FileStatus root, FirstLook look) {
        ListedDirectory top = new ListedDirectory(
                batch.nextDirectory(),
                item.number(),
                StorePath.ROOT,
                root.mode(),
                root.version().modified(),
                ListProgress.NOT_STARTED);
        batch.add(top);
        batch.itemBegun(item);
        walk(item, List.of(new OpenDirectory(top.number(), item.number(), StorePath.ROOT, null)), look);
    }

    private void failed(NumberedItem item, MoverException reason) {
        // The pairing or a rule is the problem, not the file: the job pauses.
        if (Credentials.isReason(reason) || ListedPlaces.isReason(reason)) throw reason;
        batch.add(ItemRule.failedItem(item, reason));
        batch.itemBegun(item);
        batch.flushIfFull();
    }

    private static boolean isTree(NumberedItem item, DirectoryEntry entry) {
        FileStatus status = entry.status();
        return item.item().recursive() && status != null && status.kind() == FileKind.DIRECTORY;
    }

    private void walk(NumberedItem item, List<OpenDirectory> open, @Nullable FirstLook look) {
        PatientSource from = sourceOf(item);
        ItemRule rule;
        try {
            rule = rule(item);
        } catch (MoverException e) {
            // The export was writable when the listing began, before a restart.
            open.forEach(directory -> batch.advance(directory.number(), ListProgress.FINISHED));
            batch.add(ItemRule.failedItem(item, e));
            return;
        }
        TreeWalk walk = new TreeWalk(item, from, rule, batch, mayGoOn, parts.clock());
        walk.run(open, look);
        // Directories beyond what the walk holds in memory are read back from the catalog.
        while (walk.hasOverflowed() && mayGoOn.getAsBoolean()) {
            batch.flush();
            List<OpenDirectory> ofItem = openDirectories().stream()
                    .filter(directory -> directory.item() == item.number())
                    .toList();
            if (ofItem.isEmpty()) return;
            walk.run(ofItem, null);
        }
    }

    /** Null if nothing can be there, or if it is outside. */
    private static @Nullable StorePath inTree(StorePath link, byte[] target) {
        try {
            return LinkRule.targetInTree(link, target).orElse(null);
        } catch (MoverException e) {
            if (e.code() != ErrorCode.LINK_DANGLING) throw e;
            return null;
        }
    }

    private ItemRule rule(NumberedItem item) {
        return new ItemRule(item, settings, parts.exports(), doubts, same, () -> dangling++);
    }

    private PatientSource sourceOf(NumberedItem item) {
        Route wanted = Route.of(item);
        PatientSource open = source;
        if (open != null && wanted.equals(route)) return open;
        flush();
        close();
        Endpoint from = item.sourceAtSite();
        PatientSource opened = new PatientSource(parts, job, from.site(), from.export(), links(), mayGoOn);
        route = wanted;
        source = opened;
        return opened;
    }

    private LinkReading links() {
        return settings.symlinks() == SymbolicLinks.FOLLOW ? LinkReading.FOLLOWED : LinkReading.AS_LINKS;
    }

    @Override
    public void close() {
        PatientSource open = source;
        source = null;
        if (open != null) open.close();
    }
}
