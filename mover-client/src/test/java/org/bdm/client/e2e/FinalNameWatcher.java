package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.bdm.client.e2e.TreeOracle.Content;

/**
 * Looks at a tree without pause. When a name appears, its file must at once have the size, the time and the content of
 * the source, and it must stay that same file. Runs on a thread of its own from its making to {@link #close}.
 */
final class FinalNameWatcher implements AutoCloseable {
    private static final long PAUSE_NANOS = 10_000_000;
    private static final String RESERVED = ".bdm";

    private record Seen(long inode, FileTime changed, long size, FileTime modified) {}

    private final Path root;
    private final Map<String, Content> expected;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Queue<String> unread;
    private final List<String> violations = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "final-name-watcher");
    private volatile boolean isClosing;
    private long looks;

    /** The tree need not be there yet. */
    FinalNameWatcher(Path root, Map<String, Content> expected) {
        this.root = root;
        this.expected = expected;
        this.unread = new ArrayBlockingQueue<>(expected.size() + 1000);
        thread.setDaemon(true);
        thread.start();
    }

    /** How many files were seen and read. */
    synchronized int files() {
        return seen.size();
    }

    synchronized long looks() {
        return looks;
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    private void watch() {
        while (!isClosing) {
            look();
            String name = unread.poll();
            if (name != null) read(name);
            else LockSupport.parkNanos(PAUSE_NANOS);
        }
        look();
        for (String name = unread.poll(); name != null; name = unread.poll()) read(name);
    }

    private synchronized void look() {
        looks++;
        if (!Files.isDirectory(root)) return;
        try {
            Files.walkFileTree(root, new Visitor());
        } catch (IOException e) {
            violations.add("cannot look: " + e);
        }
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return directory.endsWith(RESERVED) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isRegularFile()) met(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) return FileVisitResult.CONTINUE;
            throw e;
        }
    }

    private void met(Path file) throws IOException {
        String name = root.relativize(file).toString();
        Seen now = status(file);
        Seen before = seen.get(name);
        if (before == null) {
            seen.put(name, now);
            unread.add(name);
            Content content = expected.get(name);
            if (content == null) violations.add(name + " is no file of the source");
            else if (content.size() != now.size() || !content.mtime().equals(now.modified()))
                violations.add(name + " appeared as " + now + " and should be " + content);
        } else if (before.inode() != now.inode() || before.size() != now.size()) {
            violations.add(name + " was " + before + " and became " + now);
            seen.put(name, now);
        }
    }

    private static Seen status(Path file) throws IOException {
        Map<String, Object> status =
                Files.readAttributes(file, "unix:ino,ctime,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
        return new Seen(
                ((Number) status.get("ino")).longValue(),
                (FileTime) status.get("ctime"),
                (Long) status.get("size"),
                (FileTime) status.get("lastModifiedTime"));
    }

    private void read(String name) {
        Content content = expected.get(name);
        if (content == null) return;
        String found;
        try {
            if (content.isIn(root.resolve(name))) return;
            found = "other bytes than " + content.file();
        } catch (IOException e) {
            found = e.toString();
        }
        synchronized (this) {
            violations.add(name + " appeared: " + found);
        }
    }

    /** Looks a last time. */
    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
