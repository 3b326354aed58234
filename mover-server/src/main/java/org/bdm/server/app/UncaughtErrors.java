package org.bdm.server.app;

import java.io.PrintStream;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process after an error of the JVM that no thread caught: without memory nobody knows which threads are gone, and a process that
 * lives on half dead helps nobody. The heap is watched by the JVM itself ({@code -XX:+ExitOnOutOfMemoryError}); memory outside of it is
 * refused by libraries, whose error arrives here. An exception of one task is logged, and its thread is replaced by its pool.
 */
final class UncaughtErrors implements Thread.UncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(UncaughtErrors.class);

    private final PrintStream err;
    private final IntConsumer exit;

    /**
     * With its ways out.
     *
     * @param exit ends the process with this code, at once
     */
    UncaughtErrors(PrintStream err, IntConsumer exit) {
        this.err = err;
        this.exit = exit;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        boolean isFatal = error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
        if (!isFatal) {
            LOG.error("thread {} ended", thread.getName(), error);
            return;
        }
        try {
            err.println("mover-server: INTERNAL: the process ends: " + error + " on thread " + thread.getName()
                    + "; give it more memory with BDM_HEAP_MIB and BDM_CACHE_MIB");
        } finally {
            exit.accept(ServerExit.MEMORY_USED_UP.number()); // whatever the line has met: there may be no memory for it
        }
    }
}
