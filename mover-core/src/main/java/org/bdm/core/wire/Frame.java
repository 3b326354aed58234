package org.bdm.core.wire;

import java.util.List;
import java.util.Optional;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A message of protocol version 1, as docs/protocol.md defines it. D asks (the destination), S answers (the source), whoever dialled.
 * Bytes of files are not in a frame: {@link Block} and {@link Pack} describe the payload that travels beside them in a loan.
 */
public sealed interface Frame {
    /**
     * First frame of who dialled; on a stream that S dialled, D answers with its own.
     *
     * @param processInstance random number of the process, so that a restart is noticed
     * @param session name of the session, printable ASCII, at most 64; empty on a standby stream
     * @param limits what the sender takes; {@link Welcome} answers the smaller of both
     * @param ticket of D; empty from S
     */
    record Hello(
            int versionMin,
            int versionMax,
            long features,
            SiteName site,
            NodeId node,
            long processInstance,
            Purpose purpose,
            String session,
            OfferedLimits limits,
            Optional<byte[]> ticket)
            implements Frame {}

    /**
     * Limits of one end for what the other sends.
     *
     * @param blockBytes largest block or pack payload, 256 KiB to 16 MiB
     * @param outstandingBytesMax bytes wanted and not yet answered on one stream
     * @param outstandingRequestsMax requests not yet answered on one stream
     * @param itemsPerWantMax items in one {@link Want}, at most 4,096
     */
    record OfferedLimits(int blockBytes, long outstandingBytesMax, int outstandingRequestsMax, int itemsPerWantMax) {
        /** The smaller of both, number by number. */
        public OfferedLimits smaller(OfferedLimits other) {
            return new OfferedLimits(
                    Math.min(blockBytes, other.blockBytes),
                    Math.min(outstandingBytesMax, other.outstandingBytesMax),
                    Math.min(outstandingRequestsMax, other.outstandingRequestsMax),
                    Math.min(itemsPerWantMax, other.itemsPerWantMax));
        }

        /** True if something can be wanted under them, and each payload fits into a block of this size. */
        public boolean areUsable(int blockBytesMax) {
            return blockBytes <= blockBytesMax
                    && outstandingBytesMax >= blockBytes
                    && outstandingRequestsMax >= 1
                    && itemsPerWantMax >= 1;
        }
    }

    /** Purposes of a new stream. */
    enum Purpose {
        /** D dialled: it asks on this stream. */
        ASK,
        /** S dialled and waits until it is told to open streams. */
        STANDBY,
        /** S dialled because D told it to: D asks on this stream, for the session named. */
        JOIN,
        /** A stranger shows an invitation, in the place of the ticket; only on TLS. Answered by WELCOME, then closed. */
        PAIR
    }

    /**
     * S accepts. Limits are the smaller of both ends.
     *
     * @param dataPorts of all nodes of the site of S, each {@code HOST:PORT}; sent with {@link Features#DATA_PORTS} only
     * @param readersMost readers that S may use for this stream; sent with {@link Features#READERS} only, else 1
     */
    record Welcome(
            int version,
            long features,
            OfferedLimits limits,
            long ticketExpiryEpochSecond,
            long serverTimeEpochSecond,
            List<String> dataPorts,
            int readersMost)
            implements Frame {
        /** Copies the list. */
        public Welcome {
            dataPorts = List.copyOf(dataPorts);
        }

        /** With one reader. */
        public Welcome(
                int version,
                long features,
                OfferedLimits limits,
                long ticketExpiryEpochSecond,
                long serverTimeEpochSecond,
                List<String> dataPorts) {
            this(version, features, limits, ticketExpiryEpochSecond, serverTimeEpochSecond, dataPorts, 1);
        }

        /** Without data ports. */
        public Welcome(
                int version,
                long features,
                OfferedLimits limits,
                long ticketExpiryEpochSecond,
                long serverTimeEpochSecond) {
            this(version, features, limits, ticketExpiryEpochSecond, serverTimeEpochSecond, List.of());
        }
    }

    /** D shows a new ticket for the same session. */
    record Renew(byte[] ticket) implements Frame {}

    /** D asks for the status of one path; answered by {@link Entries} with that one entry. */
    record Stat(RequestId request, String export, StorePath path) implements Frame {}

    /** D asks for a page of a directory. */
    record ListDirectory(
            RequestId request, String export, StorePath directory, Optional<FileName> after, int entriesMax)
            implements Frame {}

    /** S answers with a page; the cursor of the next page is the last name. */
    record Entries(RequestId request, List<Entry> entries, boolean isLast) implements Frame {
        /** Copies the list. */
        public Entries {
            entries = List.copyOf(entries);
        }
    }

    /** One entry: a status, or the error that kept S from reading it. */
    record Entry(
            FileName name,
            @Nullable FileStatus status,
            @Nullable ErrorCode error,
            String detail) {}

    /** D wants ranges of files, in this order. */
    record Want(RequestId request, String export, List<WantItem> items) implements Frame {
        /** Copies the list. */
        public Want {
            items = List.copyOf(items);
        }
    }

    /**
     * Ranges of one file. No ranges with {@code packable} or a size of 0 means the whole file.
     *
     * @param path sent with every item: a path sent once per stream could be overtaken
     * @param expected version that D has seen in the listing; S answers SOURCE_CHANGED if size, mtime or inode differ
     * @param packable whether S may put the whole file as a piece into a pack
     */
    record WantItem(
            FileId file, Epoch epoch, StorePath path, FileVersion expected, List<ByteRange> ranges, boolean packable) {
        /** Copies the list. */
        public WantItem {
            ranges = List.copyOf(ranges);
        }
    }

    /** S sends a block: payload of {@code tag.range().length()} bytes follows. */
    record Block(RequestId request, BlockTag tag) implements Frame {}

    /** S found a hole: all bytes of the range are zero, no payload. */
    record Zero(RequestId request, FileId file, Epoch epoch, ByteRange range) implements Frame {}

    /**
     * S sends whole small files in one payload: the index ({@link PackIndex}), then from {@code dataOffset} on the bytes of the pieces, one
     * after the other. The index is part of the payload: who sends writes it there with {@link PackIndex#write} before the checksum is taken.
     *
     * @param pieces at least one; empty only on arrival, when the index arrived damaged: then everything of the request that may come in
     *     packs and has not come yet must be wanted again
     * @param dataOffset where in the payload the bytes of the first piece are
     * @param payloadCrc32c over index and bytes
     */
    record Pack(RequestId request, List<PackPiece> pieces, int dataOffset, int payloadCrc32c) implements Frame {
        /** Copies the list. */
        public Pack {
            pieces = List.copyOf(pieces);
        }
    }

    /**
     * One small file in a pack.
     *
     * @param length bytes in the payload; 0 with an error
     * @param version token after the last read; null with an error
     * @param mode permission bits
     * @param error why there are no bytes; null if there are
     */
    record PackPiece(
            FileId file,
            Epoch epoch,
            int length,
            @Nullable FileVersion version,
            int mode,
            @Nullable ErrorCode error,
            String detail) {}

    /** S has sent all wanted ranges of a file on this stream; the version is that after the last read. */
    record FileEnd(RequestId request, FileId file, Epoch epoch, FileVersion version, int mode) implements Frame {}

    /** D asks for a digest of a whole file, computed at S. */
    record AskDigest(
            RequestId request,
            String export,
            FileId file,
            StorePath path,
            FileVersion expected,
            ChecksumAlgorithm algorithm)
            implements Frame {}

    /** S answers: progress while it computes ({@code digest} empty), then the value. */
    record DigestAnswer(RequestId request, FileId file, long bytesDone, Optional<Checksum> digest) implements Frame {}

    /** D asks something of the control plane of S; answered by {@link Reply}, or by {@link Failure} of the request. */
    record Call(RequestId request, String name, byte[] body) implements Frame {}

    /** S answers a {@link Call}. */
    record Reply(RequestId request, byte[] body) implements Frame {}

    /** D no longer wants these requests; what is under way may still arrive. */
    record Cancel(List<RequestId> requests) implements Frame {
        /** Copies the list. */
        public Cancel {
            requests = List.copyOf(requests);
        }
    }

    /** Either side changes what it takes. */
    record Limits(long outstandingBytesMax, int outstandingRequestsMax, long bytesPerSecondMax) implements Frame {}

    /** D on a standby stream: open {@code streams} more for this session. */
    record Dial(String session, int streams) implements Frame {}

    /** Something failed. {@code code} is empty for numbers this version does not know; then {@code kind} decides. */
    record Failure(
            Scope scope,
            RequestId request,
            @Nullable FileId file,
            @Nullable Epoch epoch,
            Optional<ErrorCode> code,
            ErrorKind kind,
            int retryAfterMillis,
            String detail)
            implements Frame {
        /** A failure with the code, kind and detail of {@code reason}, of a request or (number 0) of none, and of no file. */
        public static Failure of(Scope scope, RequestId request, MoverException reason) {
            return of(scope, request, null, null, reason);
        }

        /** A failure of one file or block of a request. */
        public static Failure of(
                Scope scope, RequestId request, @Nullable FileId file, @Nullable Epoch epoch, MoverException reason) {
            return new Failure(
                    scope, request, file, epoch, Optional.of(reason.code()), reason.kind(), 0, reason.detail());
        }

        /** As exception; a code that this version does not know becomes the general one of its kind. */
        public MoverException exception() {
            return new MoverException(code.orElseGet(() -> ErrorNumbers.generalCode(kind)), detail);
        }
    }

    /** Scope of a {@link Failure}: what it ends. */
    enum Scope {
        BLOCK,
        FILE,
        REQUEST,
        STREAM,
        SESSION
    }

    /** Keep-alive. */
    record Ping(long nonce) implements Frame {}

    /** Answer to {@link Ping}. */
    record Pong(long nonce) implements Frame {}

    /**
     * S tells how it spent the time since the last LOAD of this stream, or since its first WANT. Sent with {@link Features#LOADS} only. Times
     * are of all readers of the two orders of answers together, so with one reader they may add up to twice the
     * span; what is missing was spent with nothing wanted.
     *
     * @param spanMicros length of the time
     * @param readingMicros files were read
     * @param computingMicros blocks were packed and their checksums computed
     * @param sendingMicros blocks waited for earlier ones to leave
     * @param pacingMicros blocks waited for the rate that was set for the stream
     * @param busyPermille share of the processors of S that its process used
     * @param roundTripMicros as the kernel of S measures it; 0 if it does not tell
     * @param segments sent in the last ten spans, about
     * @param segmentsResent those of them that were sent again
     */
    record Load(
            int spanMicros,
            int readingMicros,
            int computingMicros,
            int sendingMicros,
            int pacingMicros,
            int busyPermille,
            int roundTripMicros,
            int segments,
            int segmentsResent)
            implements Frame {}

    /** D sets the class of the packets of this stream, at both ends. Only with {@link Features#DSCP}. */
    record UseDscp(Dscp dscp) implements Frame {}

    /** D sets how many readers S uses for this stream: so many blocks, and so many packs, are read at once. Only with {@link Features#READERS}. */
    record UseReaders(int readers) implements Frame {}

    /** The sender closes: after what is outstanding ({@code drain}) or now. */
    record Goodbye(boolean drain, String reason) implements Frame {}
}
