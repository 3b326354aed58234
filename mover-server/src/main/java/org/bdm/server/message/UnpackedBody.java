package org.bdm.server.message;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.http.CountedBody;

/**
 * A body that was packed with gzip, unpacked. Refuses what becomes far larger than a list of files ever does: digests and names do not pack well,
 * and a few kilobytes that become gigabytes cost the server the time of all others. Belongs to one thread.
 */
final class UnpackedBody extends CountedBody {
    /** Unpacked bytes for each packed one. Names of datasets, the most repetitive of all lists, stay below 40. */
    static final int RATIO_MAX = 100;
    /** Up to here the ratio says nothing. */
    static final long FREE_BYTES = 8L << 20;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final CountedBody packed;

    private UnpackedBody(CountedBody packed) throws IOException {
        super(new GZIPInputStream(packed, BUFFER_BYTES));
        this.packed = packed;
    }

    /** Reads the header at once. */
    static UnpackedBody of(InputStream body) throws IOException {
        return new UnpackedBody(new CountedBody(body));
    }

    @Override
    protected void check() {
        if (bytes() > FREE_BYTES && bytes() / RATIO_MAX > packed.bytes()) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "the list becomes more than " + RATIO_MAX
                            + " times as large when unpacked, as no list does: send it unpacked");
        }
    }
}
