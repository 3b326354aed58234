package org.bdm.server.job.plan;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.AtDestination;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.holding.record.HoldingsInDoubt;
import org.bdm.server.job.hardlink.KeptLinks;
import org.bdm.server.job.schedule.GlobFilter;
import org.bdm.server.look.EntryWalk;
import org.bdm.server.look.Tree;
import org.bdm.server.look.Trees;
import org.bdm.server.message.Answers;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Lists the sources of a job and compares with the destination, as the job would, and changes nothing. Where the job would read both files
 * to compare their digests, this counts the file as one to move. A bucket that does not answer ends it. Runs on one thread; others look at how
 * far it is.
 */
public final class DryRun implements Plan {
    private static final long ENTRIES_MAX = 5_000_000;
    private static final int ERRORS_MAX = 100;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final Trees trees;
    private final LocalExports exports;
    private final List<SubmittedItem> items;
    private final JobSettings settings;
    private final GlobFilter filter;
    private final HoldingsInDoubt doubts;
    private final PlannedWork work;
    private final Clock clock;
    private final Instant deadline;
    private final DestinationLook look = new DestinationLook();

    private String state = "RUNNING"; // guarded by this, as is all below
    private @Nullable Problem problem;
    private long files;
    private long bytes;
    private long filesToMove;
    private long bytesToMove;
    private long filesSame;
    private long filesInConflict;
    private final HardLinks hardLinks;
    private @Nullable Room room;
    private @Nullable String note;
    private final List<ProblemEntry> errors = new ArrayList<>();
    private volatile boolean isStopped;

    public DryRun(
            Trees trees,
            LocalExports exports,
            List<SubmittedItem> items,
            JobSettings settings,
            HoldingsInDoubt doubts,
            PlannedWork work,
            Clock clock) {
        this.trees = trees;
        this.exports = exports;
        this.items = List.copyOf(items);
        this.settings = settings;
        this.filter = new GlobFilter(settings.include(), settings.exclude());
        this.doubts = doubts;
        this.work = work;
        this.hardLinks = new HardLinks(KeptLinks.areKept(
                settings, exports, Endpoint.parse(items.get(0).destination()).export()));
        this.clock = clock;
        this.deadline = clock.instant().plus(LONGEST);
    }

    /** A place for files at the destination. */
    private record Place(ExportName export, ReceivingStore store, StorePath path) {
        Place at(StorePath other) {
            return new Place(export, store, other);
        }
    }

    private Place place(Endpoint destination) {
        return new Place(destination.export(), exports.receiving(destination.export()), destination.path());
    }

    @Override
    public void stop() {
        isStopped = true;
    }

    @Override
    public void run() {
        try {
            Endpoint first = Endpoint.parse(items.get(0).destination());
            noteDestination(first.export(), exports.receiving(first.export()));
            work.begin(first.export());
            for (SubmittedItem item : items) look(item);
            work.conclude();
            end("DONE", null);
        } catch (MoverException e) {
            end("FAILED", ProblemText.of(e));
        } catch (RuntimeException | Error e) {
            end("FAILED", ProblemText.of(Answers.moverException(e)));
            throw e;
        } finally {
            look.close();
        }
    }

    private void look(SubmittedItem item) {
        if (item.source() instanceof ItemSource.AtSite at) lookAtSite(item, at);
        else lookAtListed(item);
    }

    /** Nobody who has a copy is asked: a size that nobody tells counts as nothing. */
    private void lookAtListed(SubmittedItem item) {
        Endpoint destination = Endpoint.parse(item.destination());
        Instant modified = item.modified() == null ? Instant.EPOCH : item.modified();
        FileVersion version = new FileVersion(Math.max(0, item.size()), modified, Instant.EPOCH, 0);
        try {
            Place there = place(destination);
            work.next(work.sourceOf(item), work.isHeld(item));
            file(item.source().shown(), new FileStatus(FileKind.FILE, version, 0644, null), there);
        } catch (MoverException e) {
            if (look.ends(e)) throw e;
            error(item.source().shown(), e);
        }
    }

    private void lookAtSite(SubmittedItem item, ItemSource.AtSite at) {
        Endpoint source = at.endpoint();
        Endpoint destination = Endpoint.parse(item.destination());
        Place there = place(destination);
        work.next(source.site().value(), false);
        nextSource();
        try (Tree tree = opened(source)) {
            Optional<FileStatus> root = tree.status(source.path());
            if (root.isEmpty()) {
                error(at.text(), new MoverException(ErrorCode.SOURCE_NOT_FOUND, "nothing is under " + source));
            } else if (root.get().kind() != FileKind.DIRECTORY) {
                file(at.text(), root.get(), there);
            } else if (!item.recursive()) {
                error(at.text(), new MoverException(ErrorCode.IS_A_DIRECTORY, source + " is a directory"));
            } else {
                walk(tree, source, there);
            }
        } catch (MoverException e) {
            if (look.ends(e) || e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.TOO_LARGE) throw e;
            error(at.text(), e);
        }
    }

    private synchronized void nextSource() {
        hardLinks.nextSource();
    }

    private Tree opened(Endpoint source) {
        return settings.symlinks() == SymbolicLinks.FOLLOW ? trees.openFollowing(source) : trees.open(source);
    }

    private void walk(Tree tree, Endpoint source, Place root) {
        Deque<StorePath> open = new ArrayDeque<>(List.of(StorePath.ROOT));
        while (!open.isEmpty()) {
            StorePath directory = open.pop();
            EntryWalk entries = new EntryWalk(tree, directory.below(source.path()));
            while (hasNext(entries, source, directory)) {
                checkMayGoOn();
                DirectoryEntry entry = entries.next();
                StorePath path = directory.child(entry.name());
                FileStatus status = entry.status();
                if (status != null && status.kind() == FileKind.DIRECTORY) {
                    if (filter.entersDirectory(path)) open.push(path);
                } else if (filter.takesFile(path)) {
                    String name = source.withPath(path.below(source.path())).toString();
                    if (status == null) error(name, error(entry));
                    else file(name, status, root.at(path.below(root.path())));
                }
            }
        }
    }

    /** A directory that cannot be read costs what is in it, not the rest. */
    private boolean hasNext(EntryWalk entries, Endpoint source, StorePath directory) {
        try {
            return entries.hasNext();
        } catch (MoverException e) {
            error(source.withPath(directory.below(source.path())).toString(), e);
            return false;
        }
    }

    private static MoverException error(DirectoryEntry entry) {
        MoverException error = entry.error();
        return error != null ? error : new MoverException(ErrorCode.INTERNAL, "an entry has neither status nor error");
    }

    private void file(String name, FileStatus source, Place to) {
        if (source.kind() == FileKind.SPECIAL) {
            error(name, new MoverException(ErrorCode.SPECIAL_FILE, "a FIFO, a socket or a device"));
            return;
        }
        if (source.kind() == FileKind.SYMBOLIC_LINK && settings.symlinks() == SymbolicLinks.SKIP) return;
        long size = source.kind() == FileKind.FILE ? source.version().size() : 0;
        Optional<FileStatus> is;
        try {
            to.store().requireNameable(to.path());
            requireMovable(source, to);
            is = look.status(to.store(), to.path());
        } catch (MoverException e) {
            if (look.ends(e)) throw e;
            error(name, AtDestination.error(e));
            return;
        }
        boolean isThere = is.isPresent() && isSame(source, is.get(), to) && !doubts.contains(to.export(), to.path());
        if (isThere) {
            linked(source, false);
            same(size);
            return;
        }
        boolean isCompared = is.isPresent() && mayBeSame(source, is.get());
        boolean isReplaced =
                is.isPresent() && settings.onConflict().replaces() && is.get().kind() != FileKind.DIRECTORY;
        if (is.isPresent() && !isCompared && !isReplaced) conflict(size);
        else if (linked(source, true)) toLink(size);
        else toMove(size, isCompared);
    }

    private static void requireMovable(FileStatus source, Place to) {
        if (source.kind() != FileKind.SYMBOLIC_LINK || to.store() instanceof WritableStore) return;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "a symbolic link, which a bucket does not have; let the job follow or skip symbolic links");
    }

    /** True if it becomes a hard link. */
    private synchronized boolean linked(FileStatus source, boolean isToMove) {
        return hardLinks.seen(source, isToMove);
    }

    private boolean isSame(FileStatus source, FileStatus is, Place to) {
        if (settings.syncLevel().isSame(source, is)) return true;
        return settings.syncLevel() == SyncLevel.MTIME && doubts.isKnownSame(to.export(), to.path(), source, is);
    }

    /** True if only digests can tell. */
    private boolean mayBeSame(FileStatus source, FileStatus is) {
        boolean areDigestsCompared =
                settings.syncLevel() == SyncLevel.MTIME || settings.syncLevel() == SyncLevel.CHECKSUM;
        return areDigestsCompared
                && source.kind() == FileKind.FILE
                && is.kind() == FileKind.FILE
                && source.version().size() == is.version().size();
    }

    private void checkMayGoOn() {
        if (isStopped) throw new MoverException(ErrorCode.CANCELLED, "the plan was stopped");
        if (seen() > ENTRIES_MAX || clock.instant().isAfter(deadline)) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "a plan looks at no more than " + ENTRIES_MAX + " files, and " + LONGEST.toMinutes()
                            + " minutes long");
        }
    }

    private synchronized long seen() {
        return files;
    }

    private void noteDestination(ExportName export, ReceivingStore store) {
        Room there = store.roomAt(StorePath.ROOT);
        String said = work.note(export, store);
        synchronized (this) {
            room = there.isKnown() ? there : null;
            note = said;
        }
    }

    private synchronized void toMove(long size, boolean isCompared) {
        work.toMove(size, isCompared);
        files++;
        bytes = ByteTotal.plus(bytes, size);
        filesToMove++;
        bytesToMove = ByteTotal.plus(bytesToMove, size);
    }

    private synchronized void toLink(long size) {
        work.listed();
        files++;
        bytes = ByteTotal.plus(bytes, size);
    }

    private synchronized void same(long size) {
        work.listed();
        files++;
        bytes = ByteTotal.plus(bytes, size);
        filesSame++;
    }

    private synchronized void conflict(long size) {
        work.listed();
        files++;
        bytes = ByteTotal.plus(bytes, size);
        filesInConflict++;
    }

    private synchronized void error(String entry, MoverException reason) {
        files++;
        if (errors.size() == ERRORS_MAX) return;
        errors.add(new ProblemEntry(entry, reason.code().name(), ProblemText.shown(reason.detail())));
    }

    private synchronized void end(String last, @Nullable Problem reason) {
        state = last;
        problem = reason;
    }

    /** Returns the progress; the estimate comes at the end. */
    @Override
    public synchronized PlanView view(String id) {
        Room free = room;
        Amount others = work.ofOtherJobs();
        return new PlanView(
                id,
                state,
                problem,
                files,
                bytes,
                filesToMove,
                bytesToMove,
                filesSame,
                filesInConflict,
                0,
                free == null ? null : (Long) free.freeBytes(),
                bytesToMove,
                state.equals("DONE") ? work.estimate() : null,
                errors,
                null,
                others == null ? null : (Long) others.bytes(),
                work.routes(),
                work.sizes(),
                free == null || free.inodes() == 0 ? null : (Long) free.freeInodes(),
                others == null ? null : (Long) others.files(),
                hardLinks.view(),
                note);
    }
}
