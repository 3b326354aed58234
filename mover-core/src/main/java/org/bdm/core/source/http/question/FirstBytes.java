package org.bdm.core.source.http.question;

import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble;

/**
 * The first bytes of a body that may be a web page in the place of a file: servers that do not know a suffix, or answer a range, say
 * {@code text/html} of data, too. Belongs to the event loop of the connection.
 */
public final class FirstBytes {
    private static final int BYTES_MAX = 16 << 10;
    private static final int BLANK_MAX = 1024; // before the first tag
    private static final List<String> PAGE_STARTS = List.of("<!doctype", "<html", "<head", "<body", "<?xml", "<!--");
    private static final int[] HDF_OFFSETS = {0, 512, 1024, 2048, 4096, 8192}; // behind a user block

    private final URI location;
    private final String userAgent;
    private final StringBuilder text = new StringBuilder();

    public FirstBytes(URI location, String userAgent) {
        this.location = location;
        this.userAgent = userAgent;
    }

    /** Adds a piece of the page. True when enough is known. */
    public boolean add(ByteBuf piece) {
        int length = Math.min(piece.readableBytes(), BYTES_MAX - text.length());
        text.append(piece.toString(piece.readerIndex(), length, StandardCharsets.ISO_8859_1));
        return text.length() >= BYTES_MAX;
    }

    /** True when what was added begins like a page. */
    boolean isPage() {
        return isPage(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Returns the page as a trouble of its copy. */
    public CopyTrouble refused() {
        return WebPage.refused(location, text.toString(), userAgent, ErrorCode.NOT_DATA, "");
    }

    /** As {@link #refused()}, of these bytes. */
    public CopyTrouble refused(ByteBuffer start) {
        text.append(asText(start, BYTES_MAX));
        return refused();
    }

    /** True when the bytes begin like a page of HTML or XML, and not like data. */
    public static boolean isPage(ByteBuffer start) {
        String begin =
                asText(start, BLANK_MAX).replace("\u00ef\u00bb\u00bf", "").stripLeading();
        String lower = begin.toLowerCase(Locale.ROOT);
        if (lower.isEmpty()) return false;
        return PAGE_STARTS.stream().anyMatch(page -> lower.startsWith(page) || page.startsWith(lower));
    }

    /** Why a file of this name does not begin so. Where a published digest decides, only a page is refused before it does. */
    public static Optional<CopyTrouble> judge(URI location, ByteBuffer start, Trust trust) {
        String path = location.getPath();
        boolean isNamed = path != null && path.toLowerCase(Locale.ROOT).endsWith(".nc");
        if (!isNamed || isNetcdf(start) || (trust.isVouched() && !isPage(start))) return Optional.empty();
        return Optional.of(CopyTrouble.of(
                CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, location + " does not begin like a netCDF file"));
    }

    private static String asText(ByteBuffer bytes, int most) {
        byte[] copied = new byte[Math.min(most, bytes.remaining())];
        bytes.duplicate().get(copied);
        return new String(copied, StandardCharsets.ISO_8859_1);
    }

    /** Classic, 64-bit offset and 64-bit data formats begin with CDF and a version; netCDF-4 is HDF5, perhaps behind a user block. */
    public static boolean isNetcdf(ByteBuffer start) {
        int at = start.position();
        if (start.remaining() >= 4 && start.get(at) == 'C' && start.get(at + 1) == 'D' && start.get(at + 2) == 'F') {
            byte version = start.get(at + 3);
            return version == 1 || version == 2 || version == 5;
        }
        for (int offset : HDF_OFFSETS) {
            if (isHdf(start, at + offset)) return true;
        }
        return false;
    }

    private static boolean isHdf(ByteBuffer bytes, int at) {
        return at + 4 <= bytes.limit()
                && bytes.get(at) == (byte) 0x89
                && bytes.get(at + 1) == 'H'
                && bytes.get(at + 2) == 'D'
                && bytes.get(at + 3) == 'F';
    }
}
