package org.bdm.core.block;

import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;

/**
 * Identity of a block: its file, attempt and range, and the checksum it must have.
 *
 * @param file the file of the destination's job
 * @param epoch the attempt at that file
 * @param range the bytes of the file that the block holds
 * @param crc32c CRC-32C of these bytes, as the source computed it
 */
public record BlockTag(FileId file, Epoch epoch, ByteRange range, int crc32c) {}
