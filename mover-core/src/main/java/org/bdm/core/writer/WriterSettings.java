package org.bdm.core.writer;

/**
 * Threads of a {@link BlockWriter}.
 *
 * @param writerThreads lanes that write files of blocks, each with a thread; each file is bound to one, as two writers on one inode are slower than one
 * @param packThreads threads that write pieces of packs
 * @param syncThreads threads that force and mark
 * @param marks when to mark
 */
public record WriterSettings(int writerThreads, int packThreads, int syncThreads, MarkPolicy marks) {
    /** Settings measured as good on small hosts; more cores and devices can use more. */
    public static final WriterSettings DEFAULT = new WriterSettings(2, 2, 2, MarkPolicy.DEFAULT);

    /** Refuses a stage without threads. */
    public WriterSettings {
        if (writerThreads < 1 || packThreads < 1 || syncThreads < 1) {
            throw new IllegalArgumentException("a stage has no threads");
        }
    }
}
