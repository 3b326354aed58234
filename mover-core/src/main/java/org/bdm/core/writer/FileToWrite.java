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
 */
public record FileToWrite(
        FileId file, Epoch epoch, FileVersion source, StorePath destination, TransferJournal journal) {}
