package org.bdm.core.writer;

import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/**
 * A file whose bytes will come as blocks.
 *
 * @param file its number
 * @param epoch of a new temporary file: above all earlier ones; of a resumed one: that of its history
 * @param source version that is copied; its size is the size of the file
 * @param destination where it will be placed
 * @param journal of its chunk; open until the file has been completed or discarded
 * @param mode permission bits that it will get: a place that cannot change them later has to know them before
 */
public record FileToWrite(
        FileId file, Epoch epoch, FileVersion source, StorePath destination, TransferJournal journal, int mode) {
    private static final int ORDINARY = 0644;

    /** With ordinary permission bits. */
    public FileToWrite(FileId file, Epoch epoch, FileVersion source, StorePath destination, TransferJournal journal) {
        this(file, epoch, source, destination, journal, ORDINARY);
    }
}
