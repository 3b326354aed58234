package org.bdm.core.store.object;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.AskedObject;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPage;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.Room;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.TreeLister;
import org.bdm.core.store.TreePage;
import org.jspecify.annotations.Nullable;

/**
 * Reads the objects of a bucket whose keys begin with a prefix. A directory is what a key has before a slash; an object without bytes whose key ends
 * with a slash marks one. There are no links, permissions or times of directories. Where a key is an object and others lie below it, status and
 * {@link #open} see the object, and a listing tells an error.
 *
 * <p>Errors beside those of {@link Store}: CONNECTION_LOST, TIMED_OUT, and PROTOCOL_VIOLATION for a store that does not list by the bytes of keys.
 */
public final class ObjectStore implements ReceivingStore, TreeLister {
    /** Times are those of uploads: only ETag and size prove that an object is ours. */
    private static final FileSystemTraits TRAITS = new FileSystemTraits(
            FileSystemTraits.Placing.RENAME, false, FileSystemTraits.TIMES_LOST, false, true, false);

    private final Bucket bucket;
    private final String prefix;
    private final StoreAbilities abilities;

    /**
     * A part of a bucket.
     *
     * @param prefix without a slash at either end; empty for the whole bucket
     */
    public ObjectStore(Bucket bucket, String prefix) {
        this(bucket, prefix, false);
    }

    /**
     * As the other one.
     *
     * @param isWritable whether jobs may place files in it
     */
    public ObjectStore(Bucket bucket, String prefix, boolean isWritable) {
        StorePath.ofUtf8(prefix); // refuses what names nothing
        this.bucket = bucket;
        this.prefix = prefix.isEmpty() ? "" : prefix + "/";
        this.abilities = new StoreAbilities(isWritable, false, false, TRAITS);
    }

    /** Returns the bucket that it reads. */
    public Bucket bucket() {
        return bucket;
    }

    /**
     * Returns the key of a path; of the root, the prefix with its slash.
     *
     * @throws MoverException INVALID_PATH for names that are not UTF-8
     */
    public String key(StorePath path) {
        try {
            return prefix + StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(path.bytes()));
        } catch (CharacterCodingException e) {
            throw new MoverException(ErrorCode.INVALID_PATH, path + " is not UTF-8, as the keys of objects are", e);
        }
    }

    @Override
    public StoreAbilities abilities() {
        return abilities;
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        if (path.isRoot()) return root();
        if (ReservedName.isIn(path)) return Optional.empty();
        String key = key(path);
        return RefusedReading.told(() -> {
            Optional<ObjectHead> head = bucket.head(key);
            if (head.isPresent()) return head.map(ObjectStatus::of);
            return isDirectory(key) ? Optional.of(ObjectStatus.DIRECTORY) : Optional.empty();
        });
    }

    /** A prefix without keys is an empty directory; a bucket that is not there, or not to be read, is an error. */
    private Optional<FileStatus> root() {
        return RefusedReading.told(() -> {
            ObjectPage unused = bucket.list(prefix, "", 1);
            return Optional.of(ObjectStatus.DIRECTORY);
        });
    }

    @Override
    public BatchLook look() {
        return new ObjectLook(this);
    }

    private boolean isDirectory(String key) {
        return !bucket.list(key + "/", "", 1).objects().isEmpty();
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        String below = below(directory);
        return RefusedReading.told(() -> {
            DirectoryListing listing = new DirectoryListing(bucket, below, after, entriesMax);
            DirectoryPage page = listing.page();
            if (!listing.hasKeys() && after == null) requireDirectory(directory);
            return page;
        });
    }

    @Override
    public TreePage listTree(StorePath directory, String after, int entriesMax) {
        String below = below(directory);
        return RefusedReading.told(() -> {
            TreeListing listing = new TreeListing(bucket, below, after, entriesMax);
            TreePage page = listing.page();
            if (!listing.hasKeys()) requireDirectory(directory);
            return page;
        });
    }

    private String below(StorePath directory) {
        if (ReservedName.isIn(directory)) throw missing(directory);
        return directory.isRoot() ? prefix : key(directory) + "/";
    }

    /** Of one without keys. */
    private void requireDirectory(StorePath directory) {
        if (directory.isRoot()) return;
        if (bucket.head(key(directory)).isEmpty()) throw missing(directory);
        throw new MoverException(ErrorCode.NOT_A_DIRECTORY, directory + " is an object");
    }

    @Override
    public ReadableFile open(StorePath file) {
        try (AskedObject asked = ask(file)) {
            return open(file, asked);
        }
    }

    @Override
    public BatchOpen open(List<StorePath> files) {
        return new ObjectsAhead(this, files);
    }

    /** Asks for the beginning of a file. */
    AskedObject ask(StorePath file) {
        if (file.isRoot()) throw new MoverException(ErrorCode.IS_A_DIRECTORY, file + " is the bucket itself");
        if (ReservedName.isIn(file)) throw missing(file);
        return ObjectFile.ask(bucket, key(file));
    }

    /** Opens a file that was asked for. */
    ReadableFile open(StorePath file, AskedObject asked) {
        String key = key(file);
        return RefusedReading.told(() -> {
            try {
                return ObjectFile.open(bucket, key, file, asked);
            } catch (MoverException e) {
                if (e.code() != ErrorCode.SOURCE_NOT_FOUND || !isDirectory(key)) throw e;
                throw new MoverException(ErrorCode.IS_A_DIRECTORY, file + " is no object, others lie below it", e);
            }
        });
    }

    private MoverException missing(StorePath path) {
        return new MoverException(ErrorCode.SOURCE_NOT_FOUND, path + " is not in " + bucket.shown());
    }

    @Override
    public Room roomAt(StorePath directory) {
        return Room.unknown(bucket.shown().hashCode());
    }

    /** Returns at once: what a bucket shows it has taken, and nothing that could be asked of it makes that surer. */
    @Override
    public void force(List<StorePath> entries) {}

    @Override
    public void requireNameable(StorePath path) {
        String unused = key(path);
    }

    /** A store of objects tells no room. */
    @Override
    public long freeBytes() {
        return Long.MAX_VALUE;
    }
}
