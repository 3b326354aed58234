package org.bdm.server.catalog.tools;

/** Is told how far the restore of a backup is. On the thread that restores. */
@FunctionalInterface
public interface RestoreProgress {
    /**
     * Shows the state.
     *
     * @param step what is done now, as {@code unpacking}
     * @param bytes of the backup that this step has read
     * @param bytesTotal of the backup
     */
    void at(String step, long bytes, long bytesTotal);
}
