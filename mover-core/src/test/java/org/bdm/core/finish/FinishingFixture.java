package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A finisher over a store in memory that keeps its calls. */
@Timeout(60)
abstract class FinishingFixture {
    static final JobId JOB = new JobId(7);
    static final Epoch EPOCH = new Epoch(1);
    static final Instant MODIFIED = Instant.parse("2019-01-01T00:00:00.000001Z");
    static final StorePath PATH = StorePath.ofUtf8("a/b/tas.nc");
    static final byte[] CONTENT = "temperature".getBytes(StandardCharsets.US_ASCII);

    final MemoryStore store = new MemoryStore();
    final WorkArea area = store.workArea(JOB);
    final BlockingQueue<FinishResult> results = new LinkedBlockingQueue<>();
    TransferJournal journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
    OrderedFileFinisher finisher = finisher(false, PlaceMode.NEW);

    OrderedFileFinisher finisher(boolean readBack, PlaceMode mode) {
        if (finisher != null) finisher.close();
        return new OrderedFileFinisher(store, area, new FinishOptions(readBack, mode, 02755), results::addAll);
    }

    @AfterEach
    void close() {
        finisher.close();
        journal.close();
    }

    /** What is open besides the journal: a file that has ended holds none. */
    List<String> openTemporaries() {
        return store.openFiles().stream()
                .filter(name -> !name.endsWith(".journal"))
                .toList();
    }

    static Checksum sha256(byte[] bytes) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(bytes));
        return digest.finish();
    }

    FileToFinish file(int number, StorePath destination, Optional<Checksum> expected) {
        FileId id = new FileId(number);
        WritableFile temporary = area.create(TemporaryName.of(id, EPOCH, 0));
        temporary.write(0, ByteBuffer.wrap(CONTENT));
        return new FileToFinish(
                id,
                EPOCH,
                temporary,
                journal,
                destination,
                new FileToFinish.Attributes(MODIFIED, 0640),
                new FileToFinish.Digest(sha256(CONTENT), expected));
    }

    FileToFinish file(int number, StorePath destination, Instant modified) {
        FileToFinish file = file(number, destination);
        return new FileToFinish(
                file.file(),
                file.epoch(),
                file.temporary(),
                file.journal(),
                destination,
                new FileToFinish.Attributes(modified, 0640),
                file.digest());
    }

    FileToFinish file(int number, StorePath destination) {
        return file(number, destination, Optional.empty());
    }

    /** A run that dies at this kind of call, and the record that is left. */
    FileToRecover dieAt(StoreCall.Kind kind) {
        return dieAt(kind, MemoryStore::restart);
    }

    FileToRecover dieAt(StoreCall.Kind kind, Consumer<MemoryStore> death) {
        store.faults().beforeCall(call -> {
            if (call.kind() == kind) throw new IllegalStateException("dead");
        });
        finisher.finish(file(1, PATH));
        result();
        finisher.close();
        store.faults().beforeCall(call -> {});
        death.accept(store);
        journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
        finisher = new OrderedFileFinisher(store, area, new FinishOptions(false, PlaceMode.NEW, 0755), results::addAll);
        JournalRecord.Placing placing =
                journal.histories().get(new FileId(1)).placing().orElseThrow();
        return new FileToRecover(placing, PATH, ChunkRight.endless(0));
    }

    FinishResult result() {
        try {
            FinishResult result = results.poll(10, TimeUnit.SECONDS);
            assertThat(result).as("a result").isNotNull();
            return result;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    FinishResult.Failed failure() {
        FinishResult result = result();
        assertThat(result).isInstanceOf(FinishResult.Failed.class);
        return (FinishResult.Failed) result;
    }

    EvidenceLevel level() {
        FinishResult result = result();
        assertThat(result).isInstanceOf(FinishResult.Placed.class);
        return ((FinishResult.Placed) result).evidence().orElseThrow().level();
    }

    byte[] content(StorePath path) {
        try (ReadableFile open = store.open(path)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) open.status().version().size());
            open.read(0, bytes);
            return bytes.array();
        }
    }
}
