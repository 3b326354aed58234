package org.bdm.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame.WantItem;

/**
 * Frames that ask for bytes and digests, and their ends; request, file and epoch of a single file are in the header.
 *
 * <pre>
 *  WANT      export u8+n | count u32 | items
 *  item      file u64 | epoch u32 | packable u8 | path u16+n | expected version 40 | ranges u16, each: offset u64, length u64
 *  FILE_END  version 40 | mode u32
 *  CANCEL    count u32 | request u64 each
 *  DIGEST    algorithm u8 | export u8+n | path u16+n | expected version 40
 *  DIGESTS   bytes done u64 | algorithm u8 (0: not yet) | value
 * </pre>
 */
final class WantCodec {
    private static final int ITEM_BYTES_WITHOUT_PATH = 8 + 4 + 1 + 2 + FieldWriter.VERSION_BYTES + 2;
    private static final int RANGE_BYTES = 16;
    private static final int MODE_MAX = 07777;

    private WantCodec() {}

    static void want(Frame.Want want, FieldWriter out) {
        ListingCodec.export(want.export(), out);
        out.i32(want.items().size());
        for (WantItem item : want.items()) {
            out.i64(item.file().number()).i32(item.epoch().number()).flag(item.packable());
            out.path(item.path()).version(item.expected()).u16(item.ranges().size());
            for (ByteRange range : item.ranges()) out.i64(range.offset()).i64(range.length());
        }
    }

    static Frame want(RequestId request, FieldReader in) {
        String export = ListingCodec.export(in);
        int count = in.items("items", WireLimits.WANT_ITEMS_MAX, ITEM_BYTES_WITHOUT_PATH);
        List<WantItem> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) items.add(item(in));
        return new Frame.Want(request, export, items);
    }

    private static WantItem item(FieldReader in) {
        FileId file = new FileId(in.i64("file"));
        Epoch epoch = new Epoch(in.i32("epoch"));
        boolean packable = in.flag("packable");
        StorePath path = in.path("path");
        FileVersion expected = in.version();
        int count = in.u16("ranges");
        if (count > WireLimits.ITEM_RANGES_MAX) throw in.violation(count + " ranges of one file");
        List<ByteRange> ranges = new ArrayList<>(count);
        long end = 0;
        for (int i = 0; i < count; i++) {
            ByteRange range = new ByteRange(in.count("offset"), in.count("length"));
            if (range.offset() < end) throw in.violation("ranges that overlap or descend, at " + range);
            end = range.endExclusive();
            if (end > expected.size())
                throw in.violation("the range " + range + " of a file of " + expected.size() + " bytes");
            ranges.add(range);
        }
        if (ranges.isEmpty() && !packable && expected.size() > 0) throw in.violation("no ranges of " + file);
        return new WantItem(file, epoch, path, expected, ranges, packable);
    }

    /** Bytes of an item in WANT. */
    static int itemBytes(WantItem item) {
        return ITEM_BYTES_WITHOUT_PATH
                + item.path().length()
                + RANGE_BYTES * item.ranges().size();
    }

    static void fileEnd(Frame.FileEnd end, FieldWriter out) {
        out.version(end.version()).i32(end.mode());
    }

    static Frame fileEnd(FrameHeader header, FieldReader in) {
        return new Frame.FileEnd(
                header.requestId(),
                new FileId(header.file()),
                new Epoch(header.epoch()),
                in.version(),
                in.number("mode", 0, MODE_MAX));
    }

    static void cancel(Frame.Cancel cancel, FieldWriter out) {
        out.i32(cancel.requests().size());
        for (RequestId request : cancel.requests()) out.i64(request.number());
    }

    static Frame cancel(FieldReader in) {
        int count = in.items("requests", WireLimits.CANCEL_REQUESTS_MAX, Long.BYTES);
        List<RequestId> requests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) requests.add(new RequestId(in.i64("request")));
        return new Frame.Cancel(requests);
    }

    static void askDigest(Frame.AskDigest ask, FieldWriter out) {
        out.u8(ask.algorithm().code());
        ListingCodec.export(ask.export(), out);
        out.path(ask.path()).version(ask.expected());
    }

    static Frame askDigest(FrameHeader header, FieldReader in) {
        ChecksumAlgorithm algorithm = algorithm(in.u8("algorithm"), in);
        return new Frame.AskDigest(
                header.requestId(),
                ListingCodec.export(in),
                new FileId(header.file()),
                in.path("path"),
                in.version(),
                algorithm);
    }

    static void digestAnswer(Frame.DigestAnswer answer, FieldWriter out) {
        out.i64(answer.bytesDone());
        out.u8(answer.digest().map(digest -> digest.algorithm().code()).orElse(0));
        answer.digest().ifPresent(digest -> out.bytes(digest.value()));
    }

    static Frame digestAnswer(FrameHeader header, FieldReader in) {
        long bytesDone = in.count("bytes done");
        int code = in.u8("algorithm");
        Optional<Checksum> digest = Optional.empty();
        if (code != 0) {
            ChecksumAlgorithm algorithm = algorithm(code, in);
            int length = algorithm.lengthBytes();
            digest = Optional.of(new Checksum(algorithm, in.bytes("value", length, length)));
        }
        return new Frame.DigestAnswer(header.requestId(), new FileId(header.file()), bytesDone, digest);
    }

    private static ChecksumAlgorithm algorithm(int code, FieldReader in) {
        return ChecksumAlgorithm.ofCode(code).orElseThrow(() -> in.violation("algorithm is " + code));
    }
}
