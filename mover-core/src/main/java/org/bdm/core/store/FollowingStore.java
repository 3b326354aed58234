package org.bdm.core.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * A store as it looks when its symbolic links are followed: an entry that is a link has the status of what it leads to, and a link to a
 * directory is listed as one. Nothing outside the export is reached: the way is found name by name, and what it leads to is opened through
 * no link at all. Any thread that may block.
 *
 * <p>Most paths have no links, and a store never follows one: what it finds under a path as it stands is what the way would lead to. So a way
 * is found only where that fails.
 *
 * <p>Errors beside those of {@link Store}: LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP.
 */
public final class FollowingStore implements Store {
    private final Store inner;
    private final Predicate<StorePath> allowed;

    /**
     * A look through the links of a store.
     *
     * @param allowed where a link may lead; what is elsewhere is told as outside
     */
    public FollowingStore(Store inner, Predicate<StorePath> allowed) {
        this.inner = inner;
        this.allowed = allowed;
    }

    @Override
    public StoreAbilities abilities() {
        return inner.abilities();
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        try {
            Optional<FileStatus> direct = inner.status(path);
            boolean isLink = direct.isPresent() && direct.get().kind() == FileKind.SYMBOLIC_LINK;
            if (!isLink) return direct;
        } catch (MoverException e) {
            // A link is on the way, or the way says better what is wrong.
        }
        try {
            return inner.status(walkTo(path).at());
        } catch (MoverException e) {
            if (e.code() == ErrorCode.SOURCE_NOT_FOUND) return Optional.empty();
            throw e;
        }
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        DirectoryPage page = listWithoutLinks(directory, after, entriesMax);
        if (page.entries().stream().noneMatch(FollowingStore::isLink)) return page;
        LinkWalk walk = walkTo(directory);
        List<DirectoryEntry> entries = new ArrayList<>(page.entries().size());
        for (DirectoryEntry entry : page.entries()) entries.add(isLink(entry) ? followed(walk, entry.name()) : entry);
        return new DirectoryPage(entries, page.isLast());
    }

    private DirectoryPage listWithoutLinks(StorePath directory, @Nullable FileName after, int entriesMax) {
        try {
            return inner.list(directory, after, entriesMax);
        } catch (MoverException e) {
            return inner.list(walkTo(directory).at(), after, entriesMax);
        }
    }

    private static boolean isLink(DirectoryEntry entry) {
        FileStatus status = entry.status();
        return status != null && status.kind() == FileKind.SYMBOLIC_LINK;
    }

    private DirectoryEntry followed(LinkWalk walk, FileName link) {
        try {
            StorePath target = walk.leadsTo(link);
            Optional<FileStatus> status = inner.status(target);
            if (status.isPresent()) return new DirectoryEntry(link, status.get(), null);
            return new DirectoryEntry(
                    link, null, new MoverException(ErrorCode.LINK_DANGLING, target + " was just removed"));
        } catch (MoverException e) {
            return new DirectoryEntry(link, null, e);
        }
    }

    @Override
    public ReadableFile open(StorePath file) {
        try {
            return inner.open(file);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.BEING_STAGED) throw e;
            return inner.open(walkTo(file).at());
        }
    }

    /** Opens the batch of the store itself; a file that fails there is opened by its way. */
    @Override
    public BatchOpen open(List<StorePath> files) {
        Iterator<StorePath> left = files.iterator();
        BatchOpen direct = inner.open(files);
        return new BatchOpen() {
            @Override
            public ReadableFile next() {
                StorePath file = left.next();
                try {
                    return direct.next();
                } catch (MoverException e) {
                    if (e.code() == ErrorCode.BEING_STAGED) throw e;
                    return inner.open(walkTo(file).at());
                }
            }

            @Override
            public void close() {
                direct.close();
            }
        };
    }

    /**
     * Every name that leads to what is under a path, itself and links among them, each without a link before it: what has to stay for the path
     * to lead there.
     *
     * @throws MoverException SOURCE_NOT_FOUND, LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP
     */
    public Set<StorePath> wayTo(StorePath path) {
        return Set.copyOf(walkTo(path).passed());
    }

    private LinkWalk walkTo(StorePath path) {
        LinkWalk walk = new LinkWalk(inner, allowed);
        for (FileName name : path.names()) walk.enter(name);
        return walk;
    }

    @Override
    public boolean mayHaveOffline() {
        return inner.mayHaveOffline();
    }

    /** Of files behind links their targets are asked about. */
    @Override
    public Set<StorePath> offline(List<StorePath> files) {
        if (!mayHaveOffline()) return Set.of();
        Map<StorePath, StorePath> targets = new HashMap<>();
        for (StorePath file : files) target(file).ifPresent(target -> targets.put(file, target));
        Set<StorePath> offline = inner.offline(List.copyOf(targets.values()));
        targets.values().removeIf(target -> !offline.contains(target));
        return Set.copyOf(targets.keySet());
    }

    /** Empty where nothing is reached: whoever opens it is told why. */
    private Optional<StorePath> target(StorePath file) {
        try {
            Optional<FileStatus> direct = inner.status(file);
            boolean isLink = direct.isPresent() && direct.get().kind() == FileKind.SYMBOLIC_LINK;
            if (!isLink) return direct.map(there -> file);
        } catch (MoverException e) {
            // A link is on the way, or there is none.
        }
        try {
            return Optional.of(walkTo(file).at());
        } catch (MoverException e) {
            return Optional.empty();
        }
    }

    @Override
    public void recall(StorePath file) {
        inner.recall(walkTo(file).at());
    }

    @Override
    public boolean recallToCheck(StorePath file) {
        return inner.recallToCheck(walkTo(file).at());
    }

    @Override
    public OptionalLong totalBytes() {
        return inner.totalBytes();
    }

    @Override
    public long freeBytes() {
        return inner.freeBytes();
    }
}
