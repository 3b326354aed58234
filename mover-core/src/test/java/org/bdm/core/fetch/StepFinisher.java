package org.bdm.core.fetch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
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
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;

/** A finisher in small, on virtual time: one file after the other, in the proven order. A process may die between any two steps. */
final class StepFinisher implements FileFinisher {
    private final WritableStore store;
    private final WorkArea area;
    private final PlaceMode mode;
    private final FinishListener listener;
    private final StepStages.Steps steps;

    StepFinisher(WritableStore store, WorkArea area, PlaceMode mode, FinishListener listener, StepStages.Steps steps) {
        this.store = store;
        this.area = area;
        this.mode = mode;
        this.listener = listener;
        this.steps = steps;
    }

    @Override
    public void finish(FileToFinish file) {
        WritableFile temporary = WritableFile.of(file.temporary());
        JournalRecord.Placing[] record = new JournalRecord.Placing[1];
        inSteps(
                file.file(),
                temporary,
                List.of(
                        () -> {
                            temporary.setAttributes(
                                    file.attributes().modified(),
                                    file.attributes().mode());
                            temporary.force();
                        },
                        () -> {
                            Checksum computed = file.digest().computed();
                            if (file.digest()
                                    .expected()
                                    .filter(wanted -> !wanted.equals(computed))
                                    .isPresent()) {
                                throw new MoverException(ErrorCode.CHECKSUM_MISMATCH, "wrong digest of " + file.file());
                            }
                            boolean isPublished = file.digest().expected().isPresent();
                            Evidence evidence = new Evidence(
                                    isPublished ? EvidenceLevel.PUBLISHED : EvidenceLevel.STREAM, computed);
                            record[0] = new JournalRecord.Placing(
                                    file.file(),
                                    file.epoch(),
                                    temporary.inode(),
                                    temporary.size(),
                                    file.attributes().modified(),
                                    evidence);
                            area.force();
                            file.journal().append(record[0]);
                            file.journal().sync();
                        },
                        () -> place(temporary.name(), file.destination()),
                        () -> {
                            temporary.close();
                            told(new FinishResult.Placed(file.file(), Optional.of(record[0].evidence())));
                        }));
    }

    private void place(String name, StorePath destination) {
        List<StorePath> toForce = new ArrayList<>(store.makeDirectories(destination.parent(), 0755));
        toForce.add(destination.parent());
        area.place(name, destination, mode);
        for (StorePath directory : toForce) store.forceDirectory(directory);
    }

    private void inSteps(FileId file, WritableFile temporary, List<Runnable> all) {
        if (all.isEmpty()) return;
        steps.next(() -> {
            try {
                all.get(0).run();
            } catch (MoverException e) {
                if (temporary != null) {
                    temporary.close();
                    if (e.code() == ErrorCode.SYNC_FAILED || e.code() == ErrorCode.CHECKSUM_MISMATCH) {
                        area.delete(temporary.name());
                    }
                }
                told(new FinishResult.Failed(file, e, false));
                return;
            }
            inSteps(file, temporary, all.subList(1, all.size()));
        });
    }

    private void told(FinishResult result) {
        listener.onEnded(List.of(result));
    }

    @Override
    public void link(FileToLink file) {
        inSteps(file.file(), null, List.of(() -> {
            Optional<FileStatus> now = store.status(file.held());
            boolean isAsVerified = now.filter(status -> status.version().sameButForChangeTime(file.verified()))
                    .isPresent();
            if (!isAsVerified) {
                told(new FinishResult.NotRecovered(file.file()));
                return;
            }
            String name = TemporaryName.of(file.file(), file.epoch(), 0);
            area.link(name, file.held(), file.destination());
            place(name, file.destination());
            told(new FinishResult.Placed(file.file(), Optional.of(file.evidence())));
        }));
    }

    @Override
    public void recover(FileToRecover file) {
        JournalRecord.Placing placing = file.placing();
        inSteps(placing.file(), null, List.of(() -> {
            Optional<FileStatus> there = store.status(file.destination());
            boolean isPlaced = there.filter(status -> status.kind() == FileKind.FILE
                            && status.version().inode() == placing.inode()
                            && status.version().size() == placing.size())
                    .isPresent();
            if (isPlaced) {
                store.forceDirectory(file.destination().parent());
                area.delete(
                        TemporaryName.of(placing.file(), placing.epoch(), 0)); // the power was cut while it was placed
                told(new FinishResult.Placed(placing.file(), Optional.of(placing.evidence())));
                return;
            }
            String name = TemporaryName.of(placing.file(), placing.epoch(), 0);
            Optional<WritableFile> left = area.open(name);
            if (left.isEmpty() || left.get().inode() != placing.inode() || !hasDigest(left.get(), placing)) {
                left.ifPresent(WritableFile::close);
                told(new FinishResult.NotRecovered(placing.file()));
                return;
            }
            left.get().force();
            left.get().close();
            place(name, file.destination());
            told(new FinishResult.Placed(placing.file(), Optional.of(placing.evidence())));
        }));
    }

    private static boolean hasDigest(WritableFile file, JournalRecord.Placing placing) {
        ByteBuffer bytes = ByteBuffer.allocate((int) placing.size());
        file.read(0, bytes);
        RunningDigest digest = RunningDigest.of(placing.evidence().digest().algorithm());
        digest.update(bytes.flip());
        return digest.finish().equals(placing.evidence().digest());
    }

    @Override
    public void placeSymbolicLink(FileId file, byte[] target, StorePath destination, ChunkRight right) {
        inSteps(file, null, List.of(() -> {
            List<StorePath> toForce = new ArrayList<>(store.makeDirectories(destination.parent(), 0755));
            toForce.add(destination.parent());
            Optional<FileStatus> there = store.status(destination);
            boolean isSame = there.filter(status -> Arrays.equals(status.linkTarget(), target))
                    .isPresent();
            if (!isSame) area.placeSymbolicLink(target, destination, mode);
            for (StorePath directory : toForce) store.forceDirectory(directory);
            told(new FinishResult.Placed(file, Optional.empty()));
        }));
    }

    @Override
    public void makeDirectory(FileId file, StorePath destination, ChunkRight right) {
        inSteps(file, null, List.of(() -> {
            for (StorePath directory : store.makeDirectories(destination, 0755)) store.forceDirectory(directory);
            store.forceDirectory(destination);
            told(new FinishResult.Placed(file, Optional.empty()));
        }));
    }

    @Override
    public FinishTimes times() {
        return new FinishTimes(0, 0);
    }

    @Override
    public void close() {
        // steps that are left run into closed files, or are forgotten with their time
    }
}
