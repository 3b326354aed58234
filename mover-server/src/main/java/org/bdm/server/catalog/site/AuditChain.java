package org.bdm.server.catalog.site;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.site.AuditLog.Line;
import org.jspecify.annotations.Nullable;

/** Follows the chain of the audit log from one line to the next, {@value #LINES_AT_ONCE} at a time, and finds what does not fit. One thread. */
public final class AuditChain {
    /** The number of lines that are in memory at a time. */
    public static final int LINES_AT_ONCE = 1000;

    static final byte[] START = new byte[32];

    private final CatalogDatabase database;
    private final Map<Long, String> chains = new HashMap<>();
    private long line;
    private byte @Nullable [] chain;
    private boolean isAtEnd;

    /** Begins behind a line that was compared before; 0 for the whole log. */
    AuditChain(CatalogDatabase database, long afterLine) {
        this.database = database;
        this.line = afterLine;
        this.chain = afterLine == 0 ? START : stored(afterLine);
    }

    private byte @Nullable [] stored(long number) {
        return AuditLog.lines(database, number - 1, 1).stream()
                .filter(found -> found.entry().number() == number)
                .findFirst()
                .map(Line::chain)
                .orElse(null);
    }

    /**
     * Lines that are not as they were written.
     *
     * @param last equal to {@code first} but for a gap
     * @param isMissing whether they are gone; else the line was changed
     */
    public record Break(long first, long last, boolean isMissing) {
        /** A sentence without its full stop. */
        public String sentence() {
            if (first != last) return "lines " + first + " to " + last + " are missing";
            return "line " + first + (isMissing ? " is missing" : " was changed");
        }
    }

    /** Compares the next lines and gives what does not fit; {@link #isAtEnd} tells if there were none. Blocks. */
    public List<Break> next() {
        long last =
                database.read(RunningNumber.AUDIT::last); // before the lines: what comes in meanwhile is not missing
        List<Line> lines = AuditLog.lines(database, line, LINES_AT_ONCE);
        List<Break> breaks = new ArrayList<>();
        chains.clear();
        for (Line next : lines) {
            long number = next.entry().number();
            if (number > line + 1) gap(line + 1, number - 1, breaks);
            byte[] before = chain;
            if (before != null && !Arrays.equals(next.chain(), chained(before, next.entry())))
                breaks.add(new Break(number, number, false));
            chain = next.chain();
            line = number;
            chains.put(number, HexFormat.of().formatHex(next.chain()));
        }
        if (!lines.isEmpty()) return breaks;
        isAtEnd = true;
        if (line < last) gap(line + 1, last, breaks);
        return breaks;
    }

    private void gap(long first, long last, List<Break> breaks) {
        breaks.add(new Break(first, last, true));
        chain = null; // the line behind a gap cannot be compared
    }

    /** The number of the last line that was compared. */
    public long line() {
        return line;
    }

    /** True if the last call found no more lines. */
    public boolean isAtEnd() {
        return isAtEnd;
    }

    /** The chain of a line that the last call compared, hexadecimal; empty for any other. */
    public Optional<String> chainOf(long number) {
        return Optional.ofNullable(chains.get(number));
    }

    /** The chain of a line behind one with the chain {@code before}. */
    static byte[] chained(byte[] before, AuditEntry entry) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(before));
        List<String> fields = List.of(
                Long.toString(entry.number()),
                Long.toString(entry.at().toEpochMilli()),
                entry.actor(),
                entry.action(),
                entry.object(),
                entry.result(),
                entry.address(),
                entry.detail());
        for (String field : fields) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
            digest.update(ByteBuffer.wrap(bytes));
        }
        return digest.finish().value();
    }
}
