package org.bdm.server.job.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.Problem;
import org.bdm.core.control.job.CheckView;
import org.bdm.core.control.job.DifferenceView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.look.EntryWalk;
import org.bdm.server.look.Looks;
import org.bdm.server.look.Tree;
import org.bdm.server.look.Trees;
import org.bdm.server.message.Answers;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Compares two trees or files without moving anything. Runs on one thread; others look at how far it is. */
public final class Comparison implements Looks.LongLook {
    private static final int DIFFERENCES_MAX = 1000;
    private static final long ENTRIES_MAX = 10_000_000;

    private final Trees trees;
    private final Endpoint a;
    private final Endpoint b;
    private final SyncLevel level;

    private final Deque<Pair> open = new ArrayDeque<>(); // running thread only
    private final ContentsUnderWay contents = new ContentsUnderWay(); // running thread only
    private final List<DifferenceView> differences = new ArrayList<>(); // guarded by this, as is all below
    private String state = "RUNNING";
    private @Nullable Problem problem;
    private long same;
    private long different;
    private long onlyInA;
    private long onlyInB;
    private long bytes;
    private long filesRead;
    private long bytesRead;
    private volatile boolean isStopped;

    public Comparison(Trees trees, Endpoint a, Endpoint b, SyncLevel level) {
        this.trees = trees;
        this.a = a;
        this.b = b;
        this.level = level;
    }

    /** A directory below both roots; on one side it may not be there. */
    private record Pair(StorePath path, boolean isInA, boolean isInB) {}

    @Override
    public void stop() {
        isStopped = true;
    }

    @Override
    public void run() {
        try (Tree first = trees.open(a);
                Tree second = trees.open(b)) {
            compareRoots(first, second);
            while (!open.isEmpty()) compare(first, second, open.pop());
            while (!contents.isEmpty()) noteNext();
            end("DONE", null);
        } catch (MoverException e) {
            end("FAILED", ProblemText.of(e));
        } catch (RuntimeException | Error e) {
            MoverException defect = Answers.moverException(e);
            end("FAILED", ProblemText.of(defect));
            throw e;
        }
    }

    private void compareRoots(Tree first, Tree second) {
        FileStatus one = root(first, a);
        FileStatus other = root(second, b);
        if (one.kind() == FileKind.DIRECTORY && other.kind() == FileKind.DIRECTORY) {
            open.push(new Pair(StorePath.ROOT, true, true));
            return;
        }
        compareEntries(first, second, StorePath.ROOT, one, other);
    }

    private static FileStatus root(Tree tree, Endpoint endpoint) {
        return tree.status(endpoint.path())
                .orElseThrow(() -> new MoverException(ErrorCode.SOURCE_NOT_FOUND, "nothing is under " + endpoint));
    }

    private void compare(Tree first, Tree second, Pair directory) {
        EntryWalk inA =
                directory.isInA() ? new EntryWalk(first, directory.path().below(a.path())) : null;
        EntryWalk inB =
                directory.isInB() ? new EntryWalk(second, directory.path().below(b.path())) : null;
        while (true) {
            checkMayGoOn();
            DirectoryEntry one = inA == null ? null : inA.peek();
            DirectoryEntry other = inB == null ? null : inB.peek();
            if (one == null && other == null) return;
            int order = one == null ? 1 : other == null ? -1 : one.name().compareTo(other.name());
            if (order <= 0 && inA != null) inA.next();
            if (order >= 0 && inB != null) inB.next();
            if (order < 0 && one != null) alone(directory.path(), one, true);
            else if (order > 0 && other != null) alone(directory.path(), other, false);
            else if (one != null && other != null) both(first, second, directory.path(), one, other);
        }
    }

    private void alone(StorePath directory, DirectoryEntry entry, boolean isInA) {
        StorePath path = directory.child(entry.name());
        boolean isDirectory = entry.status() != null && entry.status().kind() == FileKind.DIRECTORY;
        if (isDirectory) open.push(new Pair(path, isInA, !isInA));
        note(path, isInA ? "ONLY_IN_A" : "ONLY_IN_B", isDirectory ? "directory" : "file");
    }

    private void both(Tree first, Tree second, StorePath directory, DirectoryEntry one, DirectoryEntry other) {
        StorePath path = directory.child(one.name());
        if (one.error() != null || other.error() != null) {
            MoverException error = one.error() != null ? one.error() : other.error();
            note(path, "DIFFERENT", "cannot be read: " + (error == null ? "" : error.detail()));
            return;
        }
        if (one.status() == null || other.status() == null) throw new IllegalStateException("an entry has no status");
        compareEntries(first, second, path, one.status(), other.status());
    }

    private void compareEntries(Tree first, Tree second, StorePath path, FileStatus one, FileStatus other) {
        if (one.kind() == FileKind.DIRECTORY && other.kind() == FileKind.DIRECTORY) {
            open.push(new Pair(path, true, true));
            return;
        }
        Optional<String> how = difference(one, other);
        if (how.isPresent()) note(path, "DIFFERENT", how.get());
        else if (areToBeRead(one, other)) compareContents(first, second, path, one, other);
        else noteSame(one.version().size());
    }

    private Optional<String> difference(FileStatus one, FileStatus other) {
        if (one.kind() != other.kind()) return Optional.of("one is " + one.kind() + ", the other " + other.kind());
        if (one.kind() == FileKind.SYMBOLIC_LINK) {
            return Arrays.equals(one.linkTarget(), other.linkTarget())
                    ? Optional.empty()
                    : Optional.of("the symbolic links have other targets");
        }
        if (one.kind() != FileKind.FILE || level == SyncLevel.EXISTS) return Optional.empty();
        if (one.version().size() != other.version().size()) {
            return Optional.of("sizes are " + one.version().size() + " and "
                    + other.version().size());
        }
        return Optional.empty();
    }

    private boolean areToBeRead(FileStatus one, FileStatus other) {
        if (one.kind() != FileKind.FILE || level == SyncLevel.EXISTS || level == SyncLevel.SIZE) return false;
        return level != SyncLevel.MTIME || !one.version().hasTimeOf(other.version());
    }

    private void compareContents(Tree first, Tree second, StorePath path, FileStatus one, FileStatus other) {
        long size = one.version().size();
        while (!contents.hasRoomFor(size)) noteNext();
        noteRead(size);
        contents.add(
                path,
                size,
                first.digest(path.below(a.path()), one.version(), ChecksumAlgorithm.SHA256),
                second.digest(path.below(b.path()), other.version(), ChecksumAlgorithm.SHA256));
    }

    private void noteNext() {
        checkMayGoOn();
        ContentsUnderWay.Compared next = contents.next();
        if (next.isSame()) noteSame(next.size());
        else note(next.path(), "DIFFERENT", "the contents differ");
    }

    private void checkMayGoOn() {
        if (isStopped) throw new MoverException(ErrorCode.CANCELLED, "the comparison was stopped");
        if (total() > ENTRIES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "a comparison looks at no more than " + ENTRIES_MAX + " entries");
        }
    }

    private synchronized long total() {
        return same + different + onlyInA + onlyInB;
    }

    private synchronized void noteSame(long size) {
        same++;
        bytes = ByteTotal.plus(bytes, size);
    }

    /** At both ends. */
    private synchronized void noteRead(long size) {
        filesRead++;
        bytesRead = ByteTotal.plus(bytesRead, size);
    }

    private synchronized void note(StorePath path, String kind, String text) {
        switch (kind) {
            case "ONLY_IN_A" -> onlyInA++;
            case "ONLY_IN_B" -> onlyInB++;
            default -> different++;
        }
        if (differences.size() < DIFFERENCES_MAX) {
            differences.add(new DifferenceView(path.shown(), kind, ProblemText.shown(text)));
        }
    }

    private synchronized void end(String last, @Nullable Problem reason) {
        state = last;
        problem = reason;
    }

    /** Returns the progress. */
    public synchronized CheckView view(String id) {
        boolean isComplete = different + onlyInA + onlyInB == differences.size();
        return new CheckView(
                id,
                state,
                problem,
                level.name().toLowerCase(Locale.ROOT),
                same,
                different,
                onlyInA,
                onlyInB,
                bytes,
                filesRead,
                bytesRead,
                differences,
                isComplete);
    }
}
