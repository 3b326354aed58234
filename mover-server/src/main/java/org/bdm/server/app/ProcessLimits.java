package org.bdm.server.app;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import org.bdm.core.control.site.ProcessLimitsView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.stream.AcceptSettings;

/**
 * The most that this process may use; caches and concurrency are sized by it.
 *
 * @param heapBytes of the JVM
 * @param directBytes outside the heap, block cache included; of the cache only what was used at once is taken from the system
 * @param blocks of the cache, 1 MiB each
 * @param openFiles file descriptors
 */
record ProcessLimits(long heapBytes, long directBytes, int blocks, long openFiles) {
    /** With fewer a server cannot even start: its classes, catalog and ports take about 100. */
    static final long OPEN_FILES_MIN = 200;

    private static final long OTHER_FILES = 160;
    private static final int FILES_AT_ONCE_MAX = 4_096;
    private static final int WEB_CONNECTIONS_MAX = 8_192; // as Tomcat's own

    static final int BLOCK_BYTES = 1 << 20;
    private static final int BLOCKS_DEFAULT = 96;
    private static final int BLOCKS_MIN = 16;

    /** As the JVM and the system say. */
    static ProcessLimits ofThisProcess() {
        int blocks = Math.max(BLOCKS_MIN, Integer.getInteger("org.bdm.cache.mib", BLOCKS_DEFAULT));
        long direct = PlatformDependent.maxDirectMemory() + (long) blocks * BLOCK_BYTES;
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        return new ProcessLimits(Runtime.getRuntime().maxMemory(), direct, blocks, files);
    }

    /** Files that may be under way to exports: half of what start, catalog, ports and readers leave, since listings and copies need some, too. */
    int filesAtOnce() {
        return (int) Math.min(FILES_AT_ONCE_MAX, Math.max(16, (openFiles - OTHER_FILES) / 2));
    }

    /** Connections of HTTP clients and browsers. */
    int webConnections() {
        return (int) Math.min(WEB_CONNECTIONS_MAX, openFiles / 8);
    }

    /** Connections at the data port. */
    int dataConnections() {
        return (int) Math.min(AcceptSettings.CONNECTIONS_MAX_STANDARD, openFiles / 8);
    }

    /** INVALID_REQUEST if the server could not work with so few file descriptors. */
    void refuseTooFew() {
        if (openFiles >= OPEN_FILES_MIN) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "this process may open " + openFiles + " files, at least " + OPEN_FILES_MIN
                        + " are needed: raise the limit, for example with 'ulimit -n 4096'");
    }

    ProcessLimitsView view() {
        return new ProcessLimitsView(heapBytes, directBytes, (long) blocks * BLOCK_BYTES, openFiles);
    }

    @Override
    public String toString() {
        return "limits: heap " + (heapBytes >> 20) + " MiB, direct memory " + (directBytes >> 20)
                + " MiB with a block cache of " + blocks + " MiB, " + openFiles + " open files (" + filesAtOnce()
                + " files under way, " + webConnections() + " connections of REST, " + dataConnections()
                + " of the data port)";
    }
}
