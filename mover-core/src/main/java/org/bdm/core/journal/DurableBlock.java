package org.bdm.core.journal;

import java.util.OptionalInt;
import org.bdm.core.block.ByteRange;

/**
 * A range that a mark covers, and how to check it.
 *
 * @param range bytes of the file
 * @param crc32c CRC-32C the bytes must have; empty for a range of zeros
 */
public record DurableBlock(ByteRange range, OptionalInt crc32c) {}
