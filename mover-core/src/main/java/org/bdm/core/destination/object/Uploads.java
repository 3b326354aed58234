package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.s3.ObjectPart;
import org.bdm.core.s3.S3Refusal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The uploads of one job at one place: begins them, sends their parts, and gives up those of its own that nobody needs. Any thread that may block. */
final class Uploads {
    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);

    /** Refusals of one request that every other one would meet as well. */
    private static final Set<ErrorCode> OF_ALL = Set.of(ErrorCode.PERMISSION, ErrorCode.EXPORT_MISSING);

    private final ObjectPlace place;
    private final JobId job;
    private final UploadNotes notes;
    private final StoreManners manners;
    private final StoreRequests requests;

    Uploads(ObjectPlace place, JobId job, UploadNotes notes, StoreManners manners, StoreWait wait) {
        this.place = place;
        this.job = job;
        this.notes = notes;
        this.manners = manners;
        this.requests = new StoreRequests(wait);
    }

    UploadNotes notes() {
        return notes;
    }

    /**
     * An upload that takes parts.
     *
     * @param kept parts of an earlier run that the store still has as they were sent, by number
     */
    record Begun(UploadNote note, Map<Integer, PartNote> kept) {}

    /** Begins one. What an earlier run left of the file is given up first. */
    Begun begin(FileId file, String key, long size, long partBytes, Map<String, String> metadata) {
        letGo(note -> note.file().equals(file));
        String upload = requests.onlyIfBusy(() -> place.bucket().begin(key, metadata));
        UploadNote note = new UploadNote(place.name(), job, file, key, upload, size, partBytes, false);
        notes.begun(note);
        return new Begun(note, Map.of());
    }

    /** Finds the upload of an earlier run; empty if the store does not know it any more, or it is of another key or size. */
    Optional<Begun> find(FileId file, String key, long size, long partBytes) {
        for (UploadNote note : notes.of(place.name(), job)) {
            boolean fits = note.file().equals(file)
                    && note.key().equals(key)
                    && note.size() == size
                    && note.partBytes() == partBytes;
            if (!fits) continue;
            Optional<Map<Integer, PartNote>> kept = kept(note);
            if (kept.isPresent()) return Optional.of(new Begun(note, kept.get()));
        }
        return Optional.empty();
    }

    /** Parts that are noted, and that the store lists with the MD5 of our bytes; sizes in that list prove nothing. Empty if it knows no such upload. */
    private Optional<Map<Integer, PartNote>> kept(UploadNote note) {
        Optional<List<ObjectPart>> listed = listed(note);
        if (listed.isEmpty()) return Optional.empty();
        Map<Integer, String> etags = new HashMap<>();
        for (ObjectPart part : listed.get()) etags.put(part.number(), part.etag());
        Map<Integer, PartNote> kept = new HashMap<>();
        for (PartNote part : notes.parts(note)) {
            if (ETags.isOf(part.md5(), etags.get(part.number()))) kept.put(part.number(), part);
        }
        return Optional.of(kept);
    }

    private Optional<List<ObjectPart>> listed(UploadNote note) {
        try {
            return StoreRequests.asked(() -> place.bucket().parts(note.key(), note.upload()));
        } catch (MoverException e) {
            boolean isOfStore = e.getCause() instanceof S3Refusal refusal && refusal.status() < 500;
            if (!isOfStore || StoreRequests.isLost(e)) throw e; // a proxy before the store knows of no upload
            LOG.info("the parts of {} are sent again: {}", place.shown(note.key()), e.detail());
            return Optional.empty();
        }
    }

    /**
     * Sends a part, unless the store has these very bytes, and notes it. A part is sent again only after its first request has ended.
     *
     * @param before the part of an earlier run, if there is one
     */
    PartNote send(UploadNote note, int number, ByteBuffer content, @Nullable PartNote before) {
        byte[] sha256 = sha256(content);
        String hex = HexFormat.of().formatHex(sha256);
        boolean isThere = before != null
                && before.bytes() == content.remaining()
                && before.sha256().equals(hex);
        if (before != null && isThere) return before;
        PartNote sent = sent(note, number, content, sha256);
        notes.sent(note, sent);
        return sent;
    }

    /** Sends a part. If the store compares the SHA-256 of what it takes, the MD5 that it tells is that of our bytes, and ours is not reckoned. */
    private PartNote sent(UploadNote note, int number, ByteBuffer content, byte[] sha256) {
        String hex = HexFormat.of().formatHex(sha256);
        int bytes = content.remaining();
        if (manners.tellsMd5OfRightBytes()) {
            String etag = put(note, number, content, sha256);
            Optional<String> told = ETags.asMd5(etag);
            if (told.isPresent()) return new PartNote(number, bytes, etag, told.get(), hex);
        }
        String md5 = ETags.md5(content);
        return new PartNote(number, bytes, sentAndCompared(note, number, content, sha256, md5), md5, hex);
    }

    private String put(UploadNote note, int number, ByteBuffer content, byte[] sha256) {
        return requests.patiently(
                () -> place.bucket().putPart(note.key(), note.upload(), number, content.duplicate(), sha256));
    }

    private String sentAndCompared(UploadNote note, int number, ByteBuffer content, byte[] sha256, String md5) {
        for (int tries = 1; ; tries++) {
            String etag = put(note, number, content, sha256);
            if (!manners.has(Manner.ETAG_IS_MD5) || ETags.isOf(md5, etag)) return etag;
            if (tries == 2) {
                throw new MoverException(
                        ErrorCode.WRITE_ERROR,
                        "the store took part " + number + " of " + place.shown(note.key()) + " as " + etag
                                + ", but the MD5 of its bytes is " + md5);
            }
        }
    }

    static byte[] sha256(ByteBuffer content) {
        var digest = ETags.digest("SHA-256");
        digest.update(content.duplicate());
        return digest.digest();
    }

    /** Gives up the uploads of the job that are meant, until the store does not answer: what it cannot do stays noted. */
    void letGo(Predicate<UploadNote> which) {
        for (UploadNote note : notes.of(place.name(), job)) {
            if (which.test(note) && !isAnswered(note)) return;
        }
    }

    /** Gives one up. If its object may be there, a look decides. A failure leaves it noted. */
    void letGo(UploadNote note) {
        boolean unused = isAnswered(note);
    }

    /** Gives one up; false if the store does not answer, or not to these credentials, or has no such bucket: others would fail as well. */
    private boolean isAnswered(UploadNote note) {
        try {
            boolean mayBeThere = note.isCompleting() || !manners.has(Manner.ABORT_KEEPS_OBJECT);
            Optional<ObjectHead> there =
                    mayBeThere ? StoreRequests.asked(() -> place.bucket().head(note.key())) : Optional.empty();
            boolean isDone = there.isPresent() && note.isCompleting() && isOf(note, there.get());
            if (!isDone && there.isPresent() && !manners.has(Manner.ABORT_KEEPS_OBJECT)) {
                LOG.warn(
                        "upload {} of {} stays at the store: giving it up would delete the object that is there",
                        note.upload(),
                        place.shown(note.key()));
            } else if (!isDone) {
                requests.patiently(() -> place.bucket().abort(note.key(), note.upload()));
            }
            notes.ended(note);
            return true;
        } catch (MoverException e) {
            LOG.warn("upload {} of {} is given up later: {}", note.upload(), place.shown(note.key()), e.sentence());
            return !StoreRequests.isLost(e) && !OF_ALL.contains(e.code());
        }
    }

    private boolean isOf(UploadNote note, ObjectHead there) {
        return there.size() == note.size() && ETags.isOf(ETags.ofParts(notes.parts(note)), there.etag());
    }
}
