package org.bdm.client.file;

import java.io.InputStream;
import org.bdm.core.checksum.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, or of a part of it, as they come. The caller reads them to their end and closes them.
 *
 * @param length in bytes; negative if it is not known before the end, which then is marked
 * @param digest of the whole file, as its server told; null if it told none, or only a part was asked for
 * @param site the name of the site that it is of, as its server told; empty if it told none
 * @param modifiedMillis when it was changed last, since 1970; negative if that is not known
 */
public record FileContent(
        InputStream bytes, long length, @Nullable Checksum digest, String site, long modifiedMillis) {}
