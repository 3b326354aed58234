package org.bdm.core.destination.object;

import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.destination.Destination;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.finish.FileToRecover;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.FileToWrite;
import org.jspecify.annotations.Nullable;

/** One file on its way into a bucket in memory, by one process after the other. */
final class ObjectUnderTest implements AutoCloseable {
    static final int PART = 1000;
    static final String KEY = "d/f.nc";

    private static final JobId JOB = new JobId(7);
    private static final FileId FILE = new FileId(1);
    private static final StorePath PATH = StorePath.ofUtf8(KEY);
    private static final Instant MODIFIED = Instant.parse("2014-03-02T11:22:33.5Z");
    private static final int BLOCK = 500;

    final ObjectPlaceOfTest place = new ObjectPlaceOfTest(JOB, PART);
    private final BlockCache cache = new BlockCache(64, 4096);
    private final CacheShare share = cache.share(new CacheQuota("test", 0, 64));
    private final byte[] content;
    private boolean replaces;
    private boolean readsBack;

    ObjectUnderTest(int bytes) {
        content = new byte[bytes];
        new Random(bytes).nextBytes(content);
    }

    byte[] content() {
        return content;
    }

    ObjectUnderTest replacing() {
        replaces = true;
        return this;
    }

    ObjectUnderTest readingBack() {
        readsBack = true;
        return this;
    }

    Destination destination() {
        return place.destination(new FinishOptions(readsBack, replaces ? PlaceMode.REPLACE : PlaceMode.NEW, 0755));
    }

    private Checksum digest() {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content));
        return digest.finish();
    }

    /** One process tries to move the file, with what those before left; returns how it ended, or nothing if the store or the process died. */
    Optional<FinishResult> moved() {
        EndsHeard heard = new EndsHeard();
        Destination destination = destination();
        try (TransferJournal journal = destination.journal(ChunkRight.endless(0));
                BlockWriter writer = destination.writer(heard);
                FileFinisher finisher = destination.finisher(heard)) {
            FileHistory history = journal.histories().get(FILE);
            if (history != null && history.placing().isPresent()) {
                finisher.recover(new FileToRecover(history.placing().get(), PATH, ChunkRight.endless(0)));
                FinishResult recovered = heard.ended();
                if (!(recovered instanceof FinishResult.NotRecovered)) return Optional.ofNullable(recovered);
            }
            return moved(heard, journal, writer, finisher, history);
        }
    }

    private Optional<FinishResult> moved(
            EndsHeard heard,
            TransferJournal journal,
            BlockWriter writer,
            FileFinisher finisher,
            @Nullable FileHistory history) {
        int before = history == null ? 0 : history.epoch().number();
        boolean resumes = history != null && !history.durable().isEmpty();
        Epoch asked = new Epoch(resumes ? before : before + 1);
        FileVersion version = new FileVersion(content.length, MODIFIED, MODIFIED, 3);
        FileToWrite file = new FileToWrite(FILE, asked, version, PATH, journal);
        if (resumes) writer.resume(file, history);
        else writer.open(file);
        Epoch epoch = heard.opened();
        if (epoch == null) return Optional.ofNullable(heard.failure());
        write(writer, epoch);
        writer.complete(FILE, epoch);
        var written = heard.completed();
        if (written == null) return Optional.ofNullable(heard.failure());
        finisher.finish(new FileToFinish(
                FILE,
                epoch,
                written.temporary(),
                journal,
                PATH,
                new FileToFinish.Attributes(MODIFIED, 0640),
                new FileToFinish.Digest(digest(), Optional.empty())));
        return Optional.ofNullable(heard.ended());
    }

    private void write(BlockWriter writer, Epoch epoch) {
        List<Integer> offsets = new ArrayList<>();
        for (int at = 0; at < content.length; at += BLOCK) offsets.add(at);
        if (offsets.size() > 2) offsets.add(0, offsets.remove(2)); // blocks of one range change places
        for (int at : offsets) {
            byte[] bytes = Arrays.copyOfRange(content, at, Math.min(at + BLOCK, content.length));
            Loan loan = share.tryLend();
            loan.payload(0, bytes.length).put(bytes);
            ByteRange range = new ByteRange(at, bytes.length);
            writer.write(new BlockTag(FILE, epoch, range, RunningDigest.crc32c(ByteBuffer.wrap(bytes))), loan);
        }
    }

    /** The next process begins, as a server does after a kill. */
    void processDiesAndBegins() {
        place.die();
        place.begin();
    }

    boolean isThere() {
        byte[] there = place.bucket().content(KEY);
        return there != null && Arrays.equals(there, content);
    }

    /** What the end of the job leaves. */
    List<String> leftAfterTheJob() {
        destination().discardAll();
        return place.bucket().uploadsOpen();
    }

    @Override
    public void close() {
        await().atMost(20, TimeUnit.SECONDS).until(() -> cache.blocksFree() == 64);
        if (place.memory().bytesUsed() != 0) {
            throw new AssertionError(place.memory().bytesUsed() + " bytes of parts were not given back");
        }
    }
}
