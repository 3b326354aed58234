package org.bdm.core.destination;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.finish.FileToLink;
import org.bdm.core.finish.FileToRecover;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.finish.FinishTimes;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;

/** Puts whole files under names that nobody has, on one thread. */
final class AscendingFinisher implements FileFinisher {
    private static final JobId FAR_END = new JobId(1);
    private static final int MODE = 0644;

    private final AscendingDestination at;
    private final FinishListener listener;
    private final ExecutorService thread = DiskThreads.named("ascending-finisher", 1);

    AscendingFinisher(AscendingDestination at, FinishListener listener) {
        this.at = at;
        this.listener = listener;
    }

    @Override
    public void finish(FileToFinish file) {
        does(file.file(), () -> {
            Checksum computed = file.digest().computed();
            if (file.digest()
                    .expected()
                    .filter(wanted -> !wanted.equals(computed))
                    .isPresent()) {
                at.discard(file.temporary());
                return failed(file.file(), ErrorCode.CHECKSUM_MISMATCH, file.destination() + " has " + computed);
            }
            Upload upload = at.uploads().get(file.temporary().name());
            if (upload == null) return failed(file.file(), ErrorCode.WRITE_ERROR, "the upload is gone");
            boolean isPublished = file.digest().expected().isPresent();
            Evidence evidence = new Evidence(isPublished ? EvidenceLevel.PUBLISHED : EvidenceLevel.STREAM, computed);
            upload.prove();
            file.journal()
                    .append(new JournalRecord.Placing(
                            file.file(),
                            file.epoch(),
                            upload.number(),
                            upload.size(),
                            file.attributes().modified(),
                            evidence));
            file.journal().sync();
            file.journal().right().require();
            put(
                    file.temporary().name(),
                    upload,
                    file.destination(),
                    file.attributes().modified());
            return new FinishResult.Placed(file.file(), Optional.of(evidence));
        });
    }

    /** In one step for whoever looks: there is nothing, or all of it. */
    private void put(String name, Upload upload, StorePath destination, Instant modified) {
        MemoryStore objects = at.objects();
        objects.makeDirectories(destination.parent(), 0755);
        WorkArea area = objects.workArea(FAR_END);
        try (WritableFile object = area.create(name)) {
            object.write(0, ByteBuffer.wrap(upload.content()));
            object.setAttributes(modified, MODE);
            object.force();
        }
        area.place(name, destination, PlaceMode.NEW);
        at.uploads().remove(name);
    }

    @Override
    public void recover(FileToRecover file) {
        JournalRecord.Placing placing = file.placing();
        does(placing.file(), () -> {
            Checksum verified = placing.evidence().digest();
            Optional<FileStatus> there = at.objects().status(file.destination());
            if (there.isPresent() && there.get().version().size() == placing.size()) {
                boolean isOurs =
                        digest(read(file.destination()), verified.algorithm()).equals(verified);
                if (isOurs) return new FinishResult.Placed(placing.file(), Optional.of(placing.evidence()));
            }
            String name = TemporaryName.of(
                    placing.file(), placing.epoch(), file.right().lease());
            Upload left = at.uploads().get(name);
            boolean isWhole =
                    left != null && digest(left.content(), verified.algorithm()).equals(verified);
            if (left == null || !isWhole) return new FinishResult.NotRecovered(placing.file());
            file.right().require();
            put(name, left, file.destination(), placing.modified());
            return new FinishResult.Placed(placing.file(), Optional.of(placing.evidence()));
        });
    }

    private byte[] read(StorePath object) {
        try (ReadableFile file = at.objects().open(object)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.status().version().size());
            file.read(0, bytes);
            return bytes.array();
        }
    }

    private static Checksum digest(byte[] content, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(ByteBuffer.wrap(content));
        return digest.finish();
    }

    @Override
    public void link(FileToLink file) {
        does(file.file(), () -> new FinishResult.NotRecovered(file.file(), Optional.of("there are no links here")));
    }

    @Override
    public void placeSymbolicLink(FileId file, byte[] target, StorePath destination, ChunkRight right) {
        does(file, () -> failed(file, ErrorCode.UNSUPPORTED, destination + ": there are no symbolic links here"));
    }

    @Override
    public void makeDirectory(FileId file, StorePath destination, ChunkRight right) {
        does(file, () -> {
            right.require();
            at.objects().makeDirectories(destination, 0755);
            return new FinishResult.Placed(file, Optional.empty());
        });
    }

    private static FinishResult failed(FileId file, ErrorCode code, String sentence) {
        return new FinishResult.Failed(file, new MoverException(code, sentence), false);
    }

    private void does(FileId file, Supplier<FinishResult> step) {
        try {
            thread.execute(() -> listener.onEnded(List.of(result(file, step))));
        } catch (RejectedExecutionException closed) {
            // Nobody hears of it any more.
        }
    }

    private static FinishResult result(FileId file, Supplier<FinishResult> step) {
        try {
            return step.get();
        } catch (MoverException e) {
            return new FinishResult.Failed(file, e, true);
        }
    }

    @Override
    public FinishTimes times() {
        return new FinishTimes(0, 0);
    }

    @Override
    public void close() {
        DiskThreads.close(thread);
    }
}
