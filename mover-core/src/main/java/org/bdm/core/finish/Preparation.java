package org.bdm.core.finish;

import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.WritableStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps that need no other file: attributes, force, verify. Has no state; runs on many threads at once. */
final class Preparation {
    private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

    private final WritableStore store;
    private final WorkArea area;
    private final boolean readBack;
    private final FinishClock clock;
    private final PlacedProof proof;

    Preparation(WritableStore store, WorkArea area, FinishOptions options, FinishClock clock) {
        this.store = store;
        this.area = area;
        this.readBack = options.readBack();
        this.clock = clock;
        this.proof = new PlacedProof(store, area);
    }

    /** Makes the file durable and verifies it, or ends it; never throws. */
    Placement prepare(FileToFinish asked) {
        try {
            WritableFile temporary = WritableFile.of(asked.temporary());
            clock.placing(() -> {
                area.inherit(temporary, asked.destination());
                temporary.setAttributes(
                        asked.attributes().modified(), asked.attributes().mode());
                temporary.force();
                return temporary;
            });
            Evidence evidence = clock.verifying(() -> verify(asked, temporary));
            JournalRecord.Placing record = new JournalRecord.Placing(
                    asked.file(),
                    asked.epoch(),
                    temporary.inode(),
                    temporary.size(),
                    asked.attributes().modified(),
                    evidence);
            return ofFile(temporary, asked.journal(), record, asked.destination());
        } catch (RuntimeException e) {
            return new Placement.Ended(failed(asked.file(), asked.temporary(), e));
        }
    }

    private Evidence verify(FileToFinish asked, WritableFile temporary) {
        Checksum computed = asked.digest().computed();
        Optional<Checksum> expected = asked.digest().expected();
        if (expected.isPresent() && !expected.get().equals(computed)) {
            throw new MoverException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    asked.destination() + " has " + computed + " at the destination, expected " + expected.get());
        }
        EvidenceLevel level = EvidenceLevel.STREAM;
        if (readBack) {
            Checksum read = digestReadBack(temporary, computed);
            if (!read.equals(computed)) {
                throw new MoverException(
                        ErrorCode.CHECKSUM_MISMATCH,
                        asked.destination() + " has " + read + " when read back, but was written with " + computed);
            }
            level = readBackLevel(temporary.abilities());
        }
        return new Evidence(expected.isPresent() ? EvidenceLevel.PUBLISHED : level, computed);
    }

    /** Reading again from the page cache proves no more than hashing in passing. */
    private static EvidenceLevel readBackLevel(StoreAbilities abilities) {
        if (abilities.memoryOnly()) return EvidenceLevel.READBACK_MEMORY;
        return abilities.directRead() ? EvidenceLevel.READBACK : EvidenceLevel.STREAM;
    }

    private static Checksum digestReadBack(WritableFile temporary, Checksum like) {
        RunningDigest digest = RunningDigest.of(like.algorithm());
        temporary.readBack(digest::update);
        return digest.finish();
    }

    /** Makes a temporary name of the file that is held, which is placed like any other; never throws. */
    Placement link(FileToLink asked) {
        String name = asked.journal().temporaryName(asked.file(), asked.epoch());
        try {
            Optional<FileStatus> now = store.status(asked.held());
            boolean isAsVerified = now.isPresent()
                    && now.get().kind() == FileKind.FILE
                    && now.get().version().sameButForChangeTime(asked.verified());
            // Its bytes are read below: of a file that is offline that would be a recall, so it is sent instead.
            boolean isHere =
                    isAsVerified && store.offline(List.of(asked.held())).isEmpty();
            if (!isHere) return notRecovered(asked.file());
            area.link(name, asked.held(), asked.destination());
            return linked(asked, area.open(name).orElseThrow());
        } catch (RuntimeException e) {
            LOG.info("{} cannot be linked and is transferred instead: {}", asked.destination(), e.getMessage());
            dropLink(name);
            String why = moverException(asked.file(), e).detail();
            return new Placement.Ended(new FinishResult.NotRecovered(asked.file(), Optional.of(why)));
        }
    }

    private Placement linked(FileToLink asked, WritableFile temporary) {
        FileVersion verified = asked.verified();
        if (temporary.inode() != verified.inode() || temporary.size() != verified.size()) {
            dispose(temporary, false);
            return notRecovered(asked.file());
        }
        try {
            clock.placing(() -> {
                temporary.force(); // who held it before us may not have waited for that
                return temporary;
            });
            // Size and mtime can be restored by who writes into it, and the ctime moves with each name: only the bytes
            // tell.
            Checksum verifiedDigest = asked.evidence().digest();
            Checksum read = clock.verifying(() -> digestReadBack(temporary, verifiedDigest));
            if (!read.equals(verifiedDigest)) {
                LOG.warn("{} is not linked: its digest is now {}, not {}", asked.held(), read, verifiedDigest);
                dispose(temporary, false);
                return notRecovered(asked.file());
            }
        } catch (RuntimeException e) {
            return new Placement.Ended(failed(asked.file(), temporary, e));
        }
        JournalRecord.Placing record = new JournalRecord.Placing(
                asked.file(),
                asked.epoch(),
                temporary.inode(),
                temporary.size(),
                verified.modified(),
                asked.evidence());
        return ofFile(temporary, asked.journal(), record, asked.destination());
    }

    private static Placement ofFile(
            WritableFile temporary, TransferJournal journal, JournalRecord.Placing record, StorePath destination) {
        return new Placement.OfFile(temporary, Optional.of(journal), record, destination, journal.right());
    }

    private void dropLink(String name) {
        try {
            area.delete(name);
        } catch (MoverException e) {
            LOG.info("{} stays in the work area: {}", name, e.detail());
        }
    }

    /** Looks where the file of an earlier run is; never throws. */
    Placement recover(FileToRecover asked) {
        JournalRecord.Placing placing = asked.placing();
        try {
            if (proof.isPlaced(placing, asked.destination())) {
                return new Placement.OfPlacedFile(placing, asked.destination(), asked.right());
            }
            Optional<WritableFile> left = area.open(TemporaryName.of(
                    placing.file(), placing.epoch(), asked.right().lease()));
            return left.isPresent() ? recover(left.get(), asked) : notRecovered(placing.file());
        } catch (RuntimeException e) {
            return new Placement.Ended(
                    new FinishResult.Failed(placing.file(), moverException(placing.file(), e), true));
        }
    }

    private Placement recover(WritableFile temporary, FileToRecover asked) {
        JournalRecord.Placing placing = asked.placing();
        try {
            boolean isSameFile = temporary.inode() == placing.inode() || !proof.hasStableInodes(asked.destination());
            if (isSameFile && temporary.size() == placing.size()) {
                temporary.force();
                // It lay here while nobody watched: bytes may have been changed.
                Checksum expected = placing.evidence().digest();
                if (digestReadBack(temporary, expected).equals(expected)) {
                    return new Placement.OfFile(
                            temporary, Optional.empty(), placing, asked.destination(), asked.right());
                }
            }
            temporary.close();
            return notRecovered(placing.file());
        } catch (RuntimeException e) {
            return new Placement.Ended(failed(placing.file(), temporary, e));
        }
    }

    private static Placement notRecovered(FileId file) {
        return new Placement.Ended(new FinishResult.NotRecovered(file));
    }

    /** Decides what is ours under a final name. */
    PlacedProof proof() {
        return proof;
    }

    /** Ends a file: its temporary file is kept if its bytes are right and only the moment was wrong, or nobody knows where it is. */
    FinishResult.Failed failed(FileId file, IncomingFile temporary, RuntimeException e) {
        MoverException reason = moverException(file, e);
        boolean keep = switch (reason.kind()) {
            case NEEDS_PERSON, EXHAUSTED, OUTCOME_UNKNOWN, DEFECT -> true;
            case TRANSIENT -> reason.code() != ErrorCode.SYNC_FAILED;
            case BAD_REQUEST, CORRUPTION -> false;
        };
        dispose(temporary, keep);
        return new FinishResult.Failed(file, reason, keep && reason.kind() != ErrorKind.OUTCOME_UNKNOWN);
    }

    /** Discards or keeps the temporary file. A failure leaves it to the removal of the work area: the original error matters more. */
    private void dispose(IncomingFile temporary, boolean keep) {
        try {
            temporary.close();
            if (!keep) area.delete(temporary.name());
        } catch (MoverException e) {
            LOG.info("{} stays in the work area: {}", temporary.name(), e.detail());
        }
    }

    static MoverException moverException(FileId file, RuntimeException e) {
        return e instanceof MoverException known
                ? known
                : new MoverException(ErrorCode.INTERNAL, "finishing " + file + " failed: " + e, e);
    }
}
