package org.bdm.core.reader;

import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/**
 * One file of a pack.
 *
 * @param item what was asked for
 * @param length bytes in the pack; 0 with an error
 * @param version after the last read; null with an error
 * @param mode permission bits; 0 with an error
 * @param error why there are no bytes; null if there are
 */
public record PackedPiece(
        ReadItem item, int length, @Nullable FileVersion version, int mode, @Nullable MoverException error) {}
