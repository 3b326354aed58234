package org.bdm.server.discovery.esgsearch;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.record.IndexRecord;

/** An answer of esg-search in the format in which it comes: JSON is asked for, and some nodes give XML all the same. */
public final class RecordAnswer {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private RecordAnswer() {}

    /**
     * Reads to the end.
     *
     * @param receiver gets each record; an empty one stands for a record that is too large
     * @throws tools.jackson.core.JacksonException for what is neither JSON nor XML
     * @throws IndexFailure for XML that is not well-formed, or no answer
     */
    public static RecordPage read(InputStream body, Consumer<Optional<IndexRecord>> receiver)
            throws IOException, IndexFailure {
        PushbackInputStream whole = new PushbackInputStream(body, BYTE_ORDER_MARK.length);
        byte[] start = whole.readNBytes(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(start, BYTE_ORDER_MARK)) whole.unread(start);
        int first = whole.read();
        while (first == ' ' || first == '\t' || first == '\r' || first == '\n') first = whole.read();
        if (first >= 0) whole.unread(first);
        return first == '<' ? EsgSearchXml.read(whole, receiver) : EsgSearchAnswer.read(whole, receiver);
    }
}
