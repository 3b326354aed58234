package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.destination.object.ObjectPlacing.Ending;
import org.bdm.core.destination.object.ObjectPlacing.Wanted;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.finish.FileToLink;
import org.bdm.core.finish.FileToRecover;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.finish.FinishTimes;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.s3.ETag;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;

/**
 * Makes objects of whole files, many at once. Before an object is made the journal has what it will be, on stable storage: so it is known again
 * after a crash. Placed means that the store has taken it, and that a look has shown it; whether it is on a disk only the store knows.
 */
final class ObjectFinisher implements FileFinisher {
    private static final Set<String> ENDS_UPLOAD =
            Set.of("InvalidPart", "InvalidPartOrder", "NoSuchUpload", "EntityTooSmall");

    /** A tag that no store tells: after a crash the bytes of the object are read. */
    private static final String NOT_RECKONED = "-";

    private static final long MD5_BYTES_MAX = 512 << 10; // in Java the time of one more request

    private final ObjectParts at;
    private final ObjectPlacing placing;
    private final boolean readBack;
    private final FinishListener listener;
    private final ExecutorService threads;
    private final AtomicInteger underWay = new AtomicInteger();
    private final LongAdder verifyingNanos = new LongAdder();
    private final LongAdder placingNanos = new LongAdder();

    ObjectFinisher(ObjectParts at, ObjectPlacing placing, boolean readBack, FinishListener listener) {
        this.at = at;
        this.placing = placing;
        this.readBack = readBack;
        this.listener = listener;
        this.threads = DiskThreads.named("object-place", at.settings().placeThreads());
    }

    @Override
    public void finish(FileToFinish file) {
        IncomingObject object = IncomingObject.of(file.temporary());
        does(file.file(), object::close, () -> finished(file, object));
    }

    private FinishResult finished(FileToFinish file, IncomingObject object) {
        Checksum computed = file.digest().computed();
        Optional<Checksum> expected = file.digest().expected();
        if (expected.isPresent() && !expected.get().equals(computed)) {
            discard(object);
            return failed(
                    file.file(),
                    ErrorCode.CHECKSUM_MISMATCH,
                    file.destination() + " has " + computed + ", expected " + expected.get());
        }
        String key = at.place().keys().apply(file.destination());
        UploadNote upload = object.upload();
        String tag = upload == null ? md5(object) : ETags.ofParts(object.parts());
        Wanted wanted = new Wanted(key, object.size(), told -> ETags.isOf(tag, told), computed);
        Evidence evidence = new Evidence(level(expected), computed);
        record(file, object, tag, evidence);
        verifyIfAsked(wanted, timed(placingNanos, () -> place(file, object, wanted, tag)));
        return new FinishResult.Placed(file.file(), Optional.of(evidence));
    }

    /** Returns the MD5 of an object that is put as a whole; {@link #NOT_RECKONED} where a look at the store costs less than that. */
    private String md5(IncomingObject object) {
        boolean isNeeded =
                readBack || object.size() <= MD5_BYTES_MAX || !at.manners().has(Manner.REFUSES_WRONG_SHA256);
        return isNeeded ? ETags.md5(object.content()) : NOT_RECKONED;
    }

    private EvidenceLevel level(Optional<Checksum> expected) {
        if (expected.isPresent()) return EvidenceLevel.PUBLISHED;
        return readBack ? EvidenceLevel.READBACK : EvidenceLevel.STREAM;
    }

    private static void record(FileToFinish file, IncomingObject object, String tag, Evidence evidence) {
        file.journal()
                .append(new JournalRecord.Placing(
                        file.file(),
                        file.epoch(),
                        ETag.number(tag),
                        object.size(),
                        file.attributes().modified(),
                        evidence));
        file.journal().sync();
    }

    private Ending place(FileToFinish file, IncomingObject object, Wanted wanted, String tag) {
        ChunkRight right = file.journal().right();
        UploadNote upload = object.upload();
        if (upload == null) {
            ByteBuffer body = object.content();
            return placing.put(
                    wanted,
                    body,
                    sha256(wanted.digest(), body),
                    tag.equals(NOT_RECKONED) ? null : tag,
                    ObjectMetadata.of(
                            file.attributes().modified(), file.attributes().mode()),
                    right);
        }
        return complete(wanted, upload, object.parts(), right);
    }

    /** The store compares what it takes with the digest of the file, if that is a SHA-256: then memory that changed since is noticed, too. */
    private static byte[] sha256(Checksum ofFile, ByteBuffer body) {
        return ofFile.algorithm() == ChecksumAlgorithm.SHA256 ? ofFile.value() : Uploads.sha256(body);
    }

    private Ending complete(Wanted wanted, UploadNote upload, List<PartNote> parts, ChunkRight right) {
        UploadNote completing = upload.completing();
        at.uploads().notes().completing(completing);
        try {
            Ending ending = placing.complete(wanted, completing, parts, right);
            if (ending == Ending.MADE) at.uploads().notes().ended(completing);
            else at.uploads().letGo(completing); // whoever made the object: the parts may still be there
            return ending;
        } catch (MoverException e) {
            if (isOver(e)) at.uploads().letGo(completing);
            throw e;
        }
    }

    /** True if nothing more can come of the upload: else its parts are kept for the next try. */
    private static boolean isOver(MoverException e) {
        return e.code() == ErrorCode.DESTINATION_EXISTS
                || (e.getCause() instanceof S3Refusal refusal && ENDS_UPLOAD.contains(refusal.code()));
    }

    /** Reads back what was made, if the job asks for it. What was found has been read already, and is never deleted. */
    private void verifyIfAsked(Wanted wanted, Ending ending) {
        if (!readBack || ending != Ending.MADE) return;
        Checksum unused = timed(verifyingNanos, () -> verify(wanted));
    }

    private Checksum verify(Wanted wanted) {
        Checksum read = placing.readBack(wanted);
        if (read.equals(wanted.digest())) return read;
        String what = placing.delete(wanted) ? "; it was deleted again" : "; it is still there";
        throw new MoverException(
                ErrorCode.CHECKSUM_MISMATCH,
                at.place().shown(wanted.key()) + " has " + read + " when read back, but was sent with "
                        + wanted.digest() + what);
    }

    private void discard(IncomingObject object) {
        UploadNote upload = object.upload();
        if (upload != null) at.uploads().letGo(upload);
    }

    @Override
    public void recover(FileToRecover file) {
        does(file.placing().file(), () -> {}, () -> recovered(file));
    }

    private FinishResult recovered(FileToRecover file) {
        JournalRecord.Placing record = file.placing();
        String key = at.place().keys().apply(file.destination());
        Wanted wanted = new Wanted(
                key,
                record.size(),
                tag -> ETags.isNumbered(record.inode(), tag),
                record.evidence().digest());
        FinishResult placed = new FinishResult.Placed(record.file(), Optional.of(record.evidence()));
        if (placing.isFound(wanted)) {
            at.uploads().letGo(note -> note.file().equals(record.file()));
            return placed;
        }
        long partBytes = at.settings().partBytes(record.size());
        Optional<Uploads.Begun> left = at.uploads().find(record.file(), key, record.size(), partBytes);
        if (left.isEmpty()) return new FinishResult.NotRecovered(record.file());
        List<PartNote> parts = left.get().kept().values().stream()
                .sorted((a, b) -> Integer.compare(a.number(), b.number()))
                .toList();
        boolean isWhole = parts.stream().mapToLong(PartNote::bytes).sum() == record.size()
                && ETag.number(ETags.ofParts(parts)) == record.inode();
        if (!isWhole) return new FinishResult.NotRecovered(record.file());
        verifyIfAsked(wanted, complete(wanted, left.get().note(), parts, file.right()));
        return placed;
    }

    @Override
    public void link(FileToLink file) {
        does(
                file.file(),
                () -> {},
                () -> new FinishResult.NotRecovered(file.file(), Optional.of("a bucket has no links")));
    }

    @Override
    public void placeSymbolicLink(FileId file, byte[] target, StorePath destination, ChunkRight right) {
        does(
                file,
                () -> {},
                () -> failed(file, ErrorCode.UNSUPPORTED, destination + ": a bucket has no symbolic links"));
    }

    @Override
    public void makeDirectory(FileId file, StorePath destination, ChunkRight right) {
        does(
                file,
                () -> {},
                () -> failed(file, ErrorCode.UNSUPPORTED, destination + ": a bucket has no empty directories"));
    }

    private static FinishResult failed(FileId file, ErrorCode code, String sentence) {
        return new FinishResult.Failed(file, new MoverException(code, sentence), false);
    }

    private void does(FileId file, Runnable after, Supplier<FinishResult> step) {
        if (underWay.incrementAndGet() > FILES_MAX) {
            underWay.decrementAndGet();
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "more than " + FILES_MAX + " files are being finished at once");
        }
        try {
            threads.execute(() -> {
                FinishResult result = result(file, step);
                after.run();
                underWay.decrementAndGet();
                listener.onEnded(List.of(result));
            });
        } catch (RejectedExecutionException closed) {
            after.run(); // nobody hears of it any more
        }
    }

    private static FinishResult result(FileId file, Supplier<FinishResult> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            MoverException reason = StoreRequests.asMoverException(e);
            boolean isKept = reason.kind() != ErrorKind.OUTCOME_UNKNOWN && reason.kind() != ErrorKind.CORRUPTION;
            return new FinishResult.Failed(file, reason, isKept);
        }
    }

    private static <T> T timed(LongAdder sum, Supplier<T> step) {
        long began = System.nanoTime();
        try {
            return step.get();
        } finally {
            sum.add(System.nanoTime() - began);
        }
    }

    @Override
    public FinishTimes times() {
        return new FinishTimes(
                TimeUnit.NANOSECONDS.toMillis(verifyingNanos.sum()), TimeUnit.NANOSECONDS.toMillis(placingNanos.sum()));
    }

    @Override
    public void close() {
        DiskThreads.close(threads);
    }
}
