package org.bdm.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.wire.Frame.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Frames of listings; the request is in the header.
 *
 * <pre>
 *  STAT     export u8+n | path u16+n
 *  LIST     export u8+n | directory u16+n | after u8+n (0: from the start) | entries max u32
 *  ENTRIES  last u8 | count u32 | entries
 *  entry    name u8+n | 1 u8 | kind u8 | version 40 | mode u32 | link target u16+n
 *           with 128 in the kind: device u64 | links u32
 *       or  name u8+n | 0 u8 | code u16 | kind u8 | detail u16+n
 *  version  size u64 | mtime s i64, ns u32 | ctime s i64, ns u32 | inode u64
 * </pre>
 */
final class ListingCodec {
    private static final int EXPORT_BYTES_MAX = 63;
    private static final int MODE_MAX = 07777;
    private static final int ENTRY_BYTES_MIN = 8;
    private static final int HAS_IDENTITY = 0x80;
    private static final int IDENTITY_BYTES = 8 + 4;
    private static final int STATUS_BYTES = 1 + 1 + FieldWriter.VERSION_BYTES + 4 + 2;

    private ListingCodec() {}

    static void export(String export, FieldWriter out) {
        out.ascii(export, EXPORT_BYTES_MAX);
    }

    static String export(FieldReader in) {
        return new ExportName(in.ascii("export", EXPORT_BYTES_MAX)).value();
    }

    static void stat(Frame.Stat stat, FieldWriter out) {
        export(stat.export(), out);
        out.path(stat.path());
    }

    static Frame stat(RequestId request, FieldReader in) {
        return new Frame.Stat(request, export(in), in.path("path"));
    }

    static void list(Frame.ListDirectory list, FieldWriter out) {
        export(list.export(), out);
        out.path(list.directory());
        out.shortBytes(list.after().map(FileName::bytes).orElse(new byte[0]), FileName.LENGTH_MAX);
        out.i32(list.entriesMax());
    }

    static Frame list(RequestId request, FieldReader in) {
        String export = export(in);
        var directory = in.path("directory");
        byte[] after = in.shortBytes("after", FileName.LENGTH_MAX);
        return new Frame.ListDirectory(
                request,
                export,
                directory,
                after.length == 0 ? Optional.empty() : Optional.of(FileName.of(after)),
                in.number("entries max", 1, WireLimits.ENTRIES_MAX));
    }

    static void entries(Frame.Entries entries, FieldWriter out) {
        out.flag(entries.isLast()).i32(entries.entries().size());
        for (Entry entry : entries.entries()) entry(entry, out);
    }

    static Frame entries(RequestId request, FieldReader in) {
        boolean isLast = in.flag("last");
        int count = in.items("entries", WireLimits.ENTRIES_MAX, ENTRY_BYTES_MIN);
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) entries.add(entry(in));
        return new Frame.Entries(request, entries, isLast);
    }

    private static void entry(Entry entry, FieldWriter out) {
        out.shortBytes(entry.name().bytes(), FileName.LENGTH_MAX);
        FileStatus status = entry.status();
        out.flag(status != null);
        if (status == null) {
            ErrorCode error = entry.error();
            out.error(error == null ? ErrorCode.INTERNAL : error).detail(entry.detail());
            return;
        }
        EntryIdentity identity = status.identity();
        out.u8(status.kind().code() | (identity == null ? 0 : HAS_IDENTITY));
        out.version(status.version()).i32(status.mode());
        out.longBytes(linkTarget(status), WireLimits.LINK_TARGET_BYTES_MAX);
        if (identity != null) out.i64(identity.device()).i32(identity.links());
    }

    private static Entry entry(FieldReader in) {
        FileName name = FileName.of(in.shortBytes("name", FileName.LENGTH_MAX));
        if (!in.flag("whether there is a status")) {
            ErrorCode error = in.errorCode();
            return new Entry(name, null, error, in.detail("detail"));
        }
        int code = in.u8("kind");
        FileKind kind = FileKind.ofCode(code & ~HAS_IDENTITY);
        FileVersion version = in.version();
        int mode = in.number("mode", 0, MODE_MAX);
        byte[] target = in.longBytes("link target", WireLimits.LINK_TARGET_BYTES_MAX);
        if ((target.length > 0) != (kind == FileKind.SYMBOLIC_LINK)) throw in.violation("a link target with " + kind);
        byte @Nullable [] targetOrNone = target.length == 0 ? null : target;
        EntryIdentity identity = (code & HAS_IDENTITY) == 0
                ? null
                : new EntryIdentity(in.i64("device"), in.number("links", 0, Integer.MAX_VALUE));
        return new Entry(name, new FileStatus(kind, version, mode, targetOrNone, identity), null, "");
    }

    /** Bytes of an entry in ENTRIES. */
    static int entryBytes(Entry entry) {
        FileStatus status = entry.status();
        int named = 1 + entry.name().length();
        return status == null
                ? named + 1 + 2 + 1 + 2 + Detail.bytes(entry.detail(), WireLimits.DETAIL_BYTES_MAX).length
                : named + STATUS_BYTES + linkTarget(status).length + (status.identity() == null ? 0 : IDENTITY_BYTES);
    }

    private static byte[] linkTarget(FileStatus status) {
        byte[] target = status.linkTarget();
        return target == null ? new byte[0] : target;
    }
}
