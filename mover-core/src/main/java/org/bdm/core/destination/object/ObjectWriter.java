package org.bdm.core.destination.object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.DurabilityListener.Refusal;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.PackToWrite;
import org.bdm.core.writer.WrittenFile;
import org.jspecify.annotations.Nullable;

/**
 * Collects blocks into parts and sends these. One thread owns the files; parts are sent on threads that block, many at once, and their marks
 * are made on one more, in order. What no memory is free for waits with its loan: then the network waits for the store.
 *
 * <p>A file that an earlier run began comes from its first byte again, because its digest cannot go on and the parts of an upload cannot be read.
 * Parts that the store has are not sent again, if the bytes that came are the same.
 */
final class ObjectWriter implements BlockWriter, ArrivingObject.Told {
    private final ObjectParts at;
    private final DurabilityListener listener;
    private final PackWriter packs;
    private final ExecutorService thread = DiskThreads.named("object-writer", 1);
    private final ExecutorService marks = DiskThreads.named("object-mark", 1);
    private final ExecutorService senders;
    private final Map<FileId, ArrivingObject> files = new HashMap<>(); // thread only, as below
    private final List<CompletableFuture<Void>> syncs = new ArrayList<>();
    private int partsOnTheirWay;
    private final AtomicLong bytesQueued = new AtomicLong();
    private final AtomicInteger filesPromised = new AtomicInteger();

    ObjectWriter(ObjectParts at, DurabilityListener listener) {
        this.at = at;
        this.listener = listener;
        this.packs = new PackWriter(at, listener);
        this.senders = DiskThreads.named("object-part", at.settings().partThreads());
    }

    @Override
    public boolean mayOpen() {
        return filesPromised.get() == 0 || at.memory().isPromisable();
    }

    @Override
    public void open(FileToWrite file) {
        open(file, null);
    }

    @Override
    public void resume(FileToWrite file, FileHistory history) {
        open(file, history);
    }

    private void open(FileToWrite file, @Nullable FileHistory history) {
        long bytes = at.settings().bufferBytes(file.source().size());
        PromisedMemory promised = new PromisedMemory(at.memory(), bytes, filesPromised);
        if (!post(() -> onOpen(file, history, promised))) promised.end();
    }

    @Override
    public void repair(FileToWrite file, Supplier<ReadableFile> damaged, RangeDigests ranges) {
        open(file); // nothing is taken over from an object that is damaged: it would have to come from the store and
        // go there again
    }

    private void onOpen(FileToWrite asked, @Nullable FileHistory history, PromisedMemory promised) {
        ArrivingObject before = files.remove(asked.file());
        if (before != null) discarded(before, Leftover.KEEP); // beginning anew gives it up
        try {
            String key = at.place().keys().apply(asked.destination());
            long partBytes = at.settings().partBytes(asked.source().size());
            ArrivingObject file = new ArrivingObject(asked, key, partBytes, at.memory(), promised);
            files.put(asked.file(), file);
            if (file.isOfParts()) senders.execute(() -> begin(file, history));
            else onBegun(file, history, ObjectBeginning.WHOLE);
        } catch (MoverException e) {
            promised.end();
            listener.onFailed(asked.file(), asked.epoch(), e);
        } catch (RejectedExecutionException closed) {
            files.remove(asked.file());
            promised.end();
        }
    }

    private void begin(ArrivingObject file, @Nullable FileHistory history) {
        try {
            ObjectBeginning beginning = ObjectBeginning.of(at, file, history);
            post(() -> onBegun(file, history, beginning));
        } catch (RuntimeException e) {
            post(() -> fail(file, StoreRequests.asMoverException(e)));
        }
    }

    private void onBegun(ArrivingObject file, @Nullable FileHistory history, ObjectBeginning beginning) {
        FileToWrite asked = file.asked();
        Epoch epoch = beginning.epoch(asked, history);
        file.opened(epoch, beginning.upload());
        if (files.get(asked.file()) != file) {
            giveUp(file);
            return;
        }
        List<ByteRange> damaged = beginning.damaged(history);
        does(file, () -> {
            asked.journal().append(new JournalRecord.FileOpened(asked.file(), epoch, 0, asked.source()));
            listener.onOpened(new OpenedFile(asked.file(), epoch, file.soFar(), List.of(), damaged));
            drain(file);
        });
    }

    @Override
    public void write(BlockTag tag, Loan loan) {
        bytesQueued.addAndGet(tag.range().length());
        if (!post(() -> onBlock(tag, loan))) loan.release();
    }

    private void onBlock(BlockTag tag, Loan loan) {
        bytesQueued.addAndGet(-tag.range().length());
        ArrivingObject file = file(tag.file(), tag.epoch());
        Refusal refusal = file == null ? Refusal.NOT_OPEN : file.refusal(tag, loan);
        if (file == null || refusal != null) {
            loan.release();
            listener.onRefused(tag, refusal == null ? Refusal.NOT_OPEN : refusal);
            return;
        }
        take(file, EarlyBytes.block(tag, loan));
    }

    @Override
    public void writeZero(FileId id, Epoch epoch, ByteRange range) {
        post(() -> {
            ArrivingObject file = file(id, epoch);
            if (file == null) return;
            if (range.endExclusive() > file.asked().source().size()) {
                fail(file, new MoverException(ErrorCode.PROTOCOL_VIOLATION, "zeros " + range + " end behind the file"));
                return;
            }
            take(file, EarlyBytes.zeros(range));
        });
    }

    private @Nullable ArrivingObject file(FileId id, Epoch epoch) {
        ArrivingObject file = files.get(id);
        return file == null || file.hasFailed() || !file.epoch().equals(epoch) ? null : file;
    }

    private void take(ArrivingObject file, EarlyBytes next) {
        if (!file.add(next)) {
            next.release(); // it came twice
            return;
        }
        does(file, () -> drain(file));
    }

    private void drain(ArrivingObject file) {
        file.drain(this);
        sendNext(file);
        completeIfDone(file);
    }

    @Override
    public void written(ArrivingObject file, EarlyBytes bytes) {
        FileId id = file.asked().file();
        BlockTag tag = bytes.tag();
        Loan loan = bytes.loan();
        if (tag == null || loan == null) {
            file.asked().journal().append(new JournalRecord.ZeroReceived(id, file.epoch(), bytes.range()));
            listener.onZeroWritten(id, file.epoch(), bytes.range(), bytes.bytesNew());
            return;
        }
        boolean isTold = false;
        try {
            file.asked().journal().append(new JournalRecord.BlockReceived(id, file.epoch(), tag.range(), tag.crc32c()));
            isTold = true;
            listener.onWritten(tag, loan, bytes.bytesNew());
        } finally {
            if (!isTold) loan.release();
        }
    }

    @Override
    public void awaitsMemory(ArrivingObject file) {
        at.memory()
                .whenFreed(() -> post(() -> {
                    if (files.get(file.asked().file()) == file) does(file, () -> drain(file));
                }));
    }

    private void sendNext(ArrivingObject file) {
        Uploads.Begun begun = file.begun();
        if (begun == null) return;
        boolean severalAtOnce = at.manners().has(Manner.PARTS_AT_ONCE);
        for (var next = file.nextToSend(severalAtOnce); next != null; next = file.nextToSend(severalAtOnce)) {
            ArrivingObject.SealedPart part = next;
            partsOnTheirWay++;
            try {
                senders.execute(() -> send(file, begun, part));
            } catch (RejectedExecutionException closed) {
                part.buffer().free();
                onSent(file, null);
            }
        }
    }

    private void send(ArrivingObject file, Uploads.Begun begun, ArrivingObject.SealedPart part) {
        try {
            PartNote before = begun.kept().get(part.number());
            PartNote note =
                    at.uploads().send(begun.note(), part.number(), part.buffer().content(), before);
            part.buffer().free();
            post(() -> onSent(file, note));
        } catch (RuntimeException e) {
            part.buffer().free();
            post(() -> {
                fail(file, StoreRequests.asMoverException(e));
                onSent(file, null);
            });
        }
    }

    private void onSent(ArrivingObject file, @Nullable PartNote note) {
        partsOnTheirWay--;
        file.ended(note);
        if (files.get(file.asked().file()) != file) {
            if (!file.isOnItsWay() && file.isGivenUp()) giveUp(file);
        } else if (note != null && !file.hasFailed()) {
            mark(file);
            sendNext(file);
            completeIfDone(file);
        }
        endSyncs();
    }

    /** All parts up to one are at the store and noted: what their blocks had in the journal is durable. */
    private void mark(ArrivingObject file) {
        Long position = file.grownTo();
        if (position == null) return;
        FileToWrite asked = file.asked();
        long bytes = file.bytesInOrder();
        Epoch epoch = file.epoch();
        marks.execute(() -> {
            try {
                asked.journal().append(new JournalRecord.BlocksDurable(asked.file(), epoch, position));
                asked.journal().sync();
                listener.onDurable(asked.file(), epoch, bytes);
            } catch (RuntimeException e) {
                post(() -> fail(file, StoreRequests.asMoverException(e)));
            }
        });
    }

    private void completeIfDone(ArrivingObject file) {
        if (!file.isDone() || file.hasFailed()) return;
        FileId id = file.asked().file();
        files.remove(id);
        listener.onCompleted(new WrittenFile(id, file.epoch(), file.finished(), Optional.empty(), Optional.empty()));
    }

    @Override
    public void complete(FileId id, Epoch epoch) {
        post(() -> {
            ArrivingObject file = file(id, epoch);
            if (file == null) return;
            if (!file.isCovered()) {
                fail(file, new MoverException(ErrorCode.INTERNAL, id + " is not covered"));
                return;
            }
            file.whole();
            does(file, () -> drain(file));
        });
    }

    @Override
    public void writePack(PackToWrite pack) {
        packs.write(pack);
    }

    @Override
    public void discard(FileId id, Epoch epoch, Leftover leftover) {
        post(() -> {
            ArrivingObject file = files.get(id);
            if (file == null || (file.isOpen() && !file.epoch().equals(epoch))) return;
            files.remove(id);
            discarded(file, leftover);
        });
    }

    private void discarded(ArrivingObject file, Leftover leftover) {
        file.letGo();
        if (leftover == Leftover.DELETE) file.givenUp();
        if (file.isGivenUp() && file.isOpen() && !file.isOnItsWay()) giveUp(file);
    }

    /** After its last request has ended. */
    private void giveUp(ArrivingObject file) {
        Uploads.Begun begun = file.begun();
        if (begun == null || !file.isGivenUp()) return;
        try {
            senders.execute(() -> at.uploads().letGo(begun.note()));
        } catch (RejectedExecutionException closed) {
            // It stays noted, and is given up at the end of the job.
        }
    }

    private void fail(ArrivingObject file, MoverException reason) {
        if (file.hasFailed() || files.get(file.asked().file()) != file) return;
        file.failed();
        listener.onFailed(file.asked().file(), file.epoch(), reason);
    }

    private void does(ArrivingObject file, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            fail(file, StoreRequests.asMoverException(e));
        }
    }

    private boolean post(Runnable step) {
        try {
            thread.execute(step);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    @Override
    public CompletionStage<Void> sync() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (!post(() -> {
            syncs.add(done);
            endSyncs();
        })) done.complete(null);
        return done;
    }

    /** Behind the marks of what has been sent. A part that is not full is not durable and cannot be. */
    private void endSyncs() {
        if (partsOnTheirWay > 0 || syncs.isEmpty()) return;
        List<CompletableFuture<Void>> ended = List.copyOf(syncs);
        syncs.clear();
        marks.execute(() -> ended.forEach(done -> done.complete(null)));
    }

    @Override
    public long backlogBytes() {
        return bytesQueued.get();
    }

    @Override
    public int threads() {
        return at.settings().partThreads();
    }

    @Override
    public int workers() {
        return threads();
    }

    @Override
    public void useWorkers(int number) {
        // Requests wait for the store and not for a processor: their number is that of the settings.
    }

    @Override
    public void close() {
        packs.close();
        DiskThreads.close(senders);
        DiskThreads.close(thread);
        DiskThreads.close(marks);
        files.values().forEach(ArrivingObject::letGo);
        files.clear();
        syncs.forEach(done -> done.complete(null));
    }
}
