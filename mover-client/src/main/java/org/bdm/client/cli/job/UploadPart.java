package org.bdm.client.cli.job;

import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import org.bdm.client.Json;
import org.bdm.core.control.job.JobItem;

/**
 * A part of a list as it is sent.
 *
 * @param from number of its first entry in the whole list, from 0
 * @param count number of its entries
 * @param isLast true if nothing follows
 * @param lines one entry a line, as JSON
 */
@SuppressWarnings("ArrayRecordComponent") // read only
record UploadPart(int from, int count, boolean isLast, byte[] lines) {
    private static final int ENTRIES_MAX = 100_000;
    private static final int BYTES_MAX = 64 << 20;

    /** Reads the next part; one that is as large as allowed, unless the list ends before. */
    static UploadPart next(int from, Iterator<JobItem> items) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream(1 << 20);
        int count = 0;
        while (count < ENTRIES_MAX && lines.size() < BYTES_MAX && items.hasNext()) {
            lines.writeBytes(Json.bytes(items.next()));
            lines.write('\n');
            count++;
        }
        return new UploadPart(from, count, !items.hasNext(), lines.toByteArray());
    }

    int end() {
        return from + count;
    }
}
