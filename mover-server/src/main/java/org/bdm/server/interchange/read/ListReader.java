package org.bdm.server.interchange.read;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.entry.EntryReceiver;

/** Reads a list in whichever format it is. Immutable. */
public final class ListReader {
    private static final int LINES_FOR_EACH_THAT_FITS = 3;
    private static final int LETTERS_FOR_EACH_CONTROL = 20;

    /** When two fit equally well, the one that stands first. */
    private final List<ListFormat> formats = List.of(
            new WgetScript(),
            new MetalinkDocument(),
            new EsgpullQueries(),
            new FacetRequests(),
            new VariableRequest(),
            new CatalogJson(),
            new SearchAddressList(),
            new SyndaFiles(),
            new Mapfile(),
            new DigestList(),
            new SyndaSelection(),
            new GlobusBatch(),
            new DatasetList(),
            new DrsPathList());

    /**
     * Recognises the format from the first 64 KiB, then reads to the end.
     *
     * @param file of any length; it is read once and not closed
     * @return the name of the format
     * @throws MoverException UNSUPPORTED when it is none of the formats, INVALID_REQUEST when it is empty
     * @throws IOException only if the stream broke
     */
    public String read(InputStream file, EntryReceiver receiver) throws IOException {
        byte[] start = file.readNBytes(FileStart.BYTES);
        ListFormat format = recognised(start);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(start), file);
        RepeatedWarnings warnings = new RepeatedWarnings(receiver);
        format.read(new BufferedInputStream(whole, FileStart.BYTES), warnings);
        warnings.end();
        return format.name();
    }

    private ListFormat recognised(byte[] bytes) {
        if (bytes.length == 0) throw new MoverException(ErrorCode.INVALID_REQUEST, "the file is empty");
        if (isUtf16(bytes)) {
            throw new MoverException(ErrorCode.UNSUPPORTED, "the file is in UTF-16; only UTF-8 is read");
        }
        checkText(bytes);
        FileStart start = FileStart.of(bytes);
        ListFormat best = null;
        int bestLikeness = 0;
        for (ListFormat format : formats) {
            int likeness = format.likeness(start);
            if (likeness > bestLikeness) {
                best = format;
                bestLikeness = likeness;
            }
        }
        boolean isOtherXml = start.isXml() && bestLikeness < ListFormat.CERTAIN;
        if (isOtherXml) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "the file is XML but not a Metalink; name catalogs and records in XML as an index (mover-server --index)");
        }
        boolean isMostly =
                (long) bestLikeness * LINES_FOR_EACH_THAT_FITS >= start.lines().size();
        if (best != null && (isMostly || best.likeness(start.first()) > 0)) return best;
        String known = formats.stream().map(ListFormat::name).collect(Collectors.joining(", "));
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "the file is in none of the formats that are read: " + known
                        + "; docs/interchange.md says what a line of each looks like");
    }

    private static void checkText(byte[] bytes) {
        boolean isPacked = bytes.length > 1 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
        if (isPacked) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "the file is packed with gzip: unpack it first, or send it as gzip");
        }
        int controls = 0;
        for (byte one : bytes) {
            if ((one >= 0 && one < ' ' && "\t\n\r\f".indexOf(one) < 0) || one == 0x7f) controls++;
        }
        // A few spoil their lines, which are refused by themselves.
        if ((long) controls * LETTERS_FOR_EACH_CONTROL > bytes.length) {
            throw new MoverException(ErrorCode.UNSUPPORTED, "the file is not a text: it is full of control characters");
        }
    }

    private static boolean isUtf16(byte[] bytes) {
        if (bytes.length < 2) return false;
        int mark = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
        return mark == 0xfeff || mark == 0xfffe;
    }
}
