package org.bdm.core.read;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.HttpSource;
import org.bdm.core.source.http.HttpSourceParts;
import org.bdm.core.source.http.MissingCopyListener;
import org.bdm.core.source.http.ValidatorMemory;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.WebProxy;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * All that reading from data nodes over HTTP takes, for a program of its own: connections, one thread for them, and 32 blocks of 512 KiB of memory
 * outside of the heap. Belongs to one thread at a time.
 */
public final class DataNodeReader implements AutoCloseable {
    private static final int BLOCK_BYTES = 512 << 10;
    private static final int BLOCKS = 32;

    private final HttpLoops loops = new HttpLoops(1);
    private final HttpNodes nodes;
    private final RangeReader reader;

    /**
     * Opens no connection yet.
     *
     * @param userAgent program, version and a contact, as operators of data nodes ask for: {@code name/version (+https://..)}
     * @param allowedHosts hosts of private addresses that may be asked, as {@code HOST} or {@code HOST:PORT}; others of these are refused
     * @param proxy through which the web is asked; {@link WebProxy#NONE} asks it directly
     * @param environment clock and chance: {@code new HttpNodes.Environment(Clock.systemUTC(), System::nanoTime, new Random())}
     */
    public DataNodeReader(
            String userAgent, List<String> allowedHosts, WebProxy proxy, HttpNodes.Environment environment) {
        CacheShare receiving = new BlockCache(BLOCKS, BLOCK_BYTES).share(new CacheQuota("reading", 0, BLOCKS));
        nodes = new HttpNodes(
                HttpSettings.usual(userAgent),
                new AddressGuard(allowedHosts, proxy),
                NameResolver.ofSystem(),
                loops,
                environment);
        reader = RangeReader.of(new HttpSource(
                new HttpSourceParts(nodes, receiving, ValidatorMemory.none(), MissingCopyListener.none())));
    }

    /** Reads the files that {@link #file} names. */
    public RangeReader ranges() {
        return reader;
    }

    /**
     * Names a file by the addresses of its copies, the preferred one first.
     *
     * @param sizeBytes as a catalog or a listing tells it; another size at a node is an error
     * @throws MoverException INVALID_REQUEST without an address
     */
    public static FileToRead file(long sizeBytes, URI... addresses) {
        if (addresses.length == 0) throw new MoverException(ErrorCode.INVALID_REQUEST, "a file needs an address");
        List<Copy> copies = new ArrayList<>();
        for (URI address : addresses) copies.add(new Copy(address, copies.size()));
        String path = addresses[0].getPath();
        FileVersion listed = new FileVersion(sizeBytes, Instant.EPOCH, Instant.EPOCH, 0);
        return new FileToRead(StorePath.ofUtf8(path.substring(path.lastIndexOf('/') + 1)), listed, copies);
    }

    @Override
    public void close() {
        reader.close();
        nodes.close();
        loops.close();
    }
}
