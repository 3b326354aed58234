package org.bdm.core.source.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.CopyRanking.Candidate;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.DataNode;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.RefusalRule;
import org.bdm.core.source.http.question.Validators;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One copy of a file that is being fetched: what it said of itself, and what went wrong with it. Belongs to the source's event loop. */
final class HttpCopy {
    private static final Logger LOG = LoggerFactory.getLogger(HttpCopy.class);

    static final int RANGES_AT_ONCE = 4; // THREDDS keeps few files open: more of one file is no faster
    private static final long DOWN_BYTES_MAX = 1 << 20; // who brings more before it breaks off is not down
    private static final int TRIES_MAX = 3;
    private static final int NOT_FOUND_TRIES_MAX = 2;
    private static final int BUSY_TRIES_MAX = 6;
    private static final long BUSY_SECONDS_MAX = 600;
    private static final long STAGED_HERE_NANOS_MAX = 60_000_000_000L; // then its place is worth more to other files
    private static final Duration STAGED_PAUSE = Duration.ofSeconds(10); // where the node does not say how long
    private static final long STAGED_PAUSE_MIN_NANOS = 1_000_000_000L;
    private static final int CROWDED_TRIES_MAX = 100;

    private final HttpNodes nodes;
    private final MissingCopyListener told;
    private final DataNode node;
    private Copy copy;
    private @Nullable Validators validators;
    private boolean isRemembered;
    private boolean isWholeOnly;
    private boolean isRecalling;
    private boolean isBringing; // bytes came while requests were under way
    private int running;
    private int tries;
    private int notFoundTries;
    private int busyTries;
    private int refusedTries;
    private int crowdedTries;
    private long busySince;
    private long stagedSince;
    private boolean isStaged;
    private boolean isOut;
    private long notBefore;
    private @Nullable CopyTrouble trouble;

    HttpCopy(Copy copy, HttpSourceParts parts) {
        this.copy = copy;
        this.nodes = parts.nodes();
        this.told = parts.missing();
        this.node = nodes.node(copy.node());
        this.notBefore = nodes.nanoTime();
        anew();
    }

    URI location() {
        return copy.location();
    }

    /** Returns the copy as it was published. */
    Copy published() {
        return copy;
    }

    DataNode node() {
        return node;
    }

    /** True when its bytes may arrive without TLS. */
    boolean mayBePlain() {
        return nodes.mayBePlain(copy);
    }

    /** True when its node did not have it at the last request. */
    boolean wasMissing() {
        return copy.missing().isPresent();
    }

    Candidate candidate() {
        OptionalDouble rate = node.bytesPerSecond();
        return new Candidate(copy, rate, node.preference(), node.hadTroubleLately());
    }

    // ---- requests ----

    /** True when it is out of use until the file is given up for now. */
    boolean isOut() {
        return isOut;
    }

    /** True when a request may be made now, as far as the copy is concerned. */
    boolean isReady(long now) {
        if (isOut || isRecalling || now < notBefore) return false;
        if (isWholeOnly) return running == 0;
        if (running > 0 && !isBringing && nodes.isWithTape(node)) return false; // each request may be a recall
        if (isRemembered) return running < RANGES_AT_ONCE;
        return running == 0 && validators == null; // the first request finds out which content this is
    }

    /** Returns how long the copy itself asks for a pause. */
    long nanosUntilReady(long now) {
        return Math.max(0, notBefore - now);
    }

    void began() {
        if (running++ == 0) isBringing = false;
    }

    void ended() {
        running--;
    }

    /** True when it can be had whole only: its node serves no ranges of it. */
    boolean isWholeOnly() {
        return isWholeOnly;
    }

    void wholeOnly() {
        isWholeOnly = true;
        node.manners().withoutRanges();
    }

    /** True when it can tell whether the rest of a file belongs to the bytes that came before. */
    boolean maySendTheRest() {
        return !isOut && !isWholeOnly && entityTag().isPresent();
    }

    // ---- validators ----

    Optional<Validators> validators() {
        return Optional.ofNullable(validators);
    }

    /** For If-Range. */
    Optional<String> entityTag() {
        return validators().flatMap(Validators::entityTag);
    }

    void recalling() {
        isRecalling = true;
    }

    void recalled(Optional<Validators> known) {
        isRecalling = false;
        known.ifPresent(found -> {
            validators = found;
            isRemembered = true;
        });
    }

    void said(Validators found) {
        validators = found;
    }

    void remembered() {
        isRemembered = true;
    }

    // ---- trouble ----

    Optional<CopyTrouble> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Bytes came: what was before no longer counts. */
    void brought() {
        isBringing = true;
        forgetTries();
        if (copy.missing().isEmpty()) return;
        copy = copy.withMissing(Optional.empty());
        told.onBack(copy.location());
    }

    /** Tells the data node what became of a request that did not come to its end. */
    void tellNode(CopyTrouble trouble, long receivedBytes, long nanos) {
        String reason = trouble.reason().detail();
        LOG.debug("{} ended after {} bytes: {}", location(), receivedBytes, reason);
        switch (trouble.kind()) {
            case NODE -> node.failed(reason, false);
            case FILE -> {
                if (receivedBytes < DOWN_BYTES_MAX) node.failedFor(location(), trouble);
                else node.brokeOff(reason, receivedBytes, nanos);
            }
            case NODE_FOR_LONG -> node.failed(reason, true);
            case BUSY -> node.busyFor(location(), trouble);
            case SLOW -> node.brokeOff(reason, receivedBytes, nanos);
            case COPY, NOT_FOUND, SIZE, PARTS, STAGED, OFFLINE, CROWDED, REFUSED -> {
                if (trouble.reason().code() != ErrorCode.ADDRESS_REFUSED) node.answered();
            }
        }
    }

    private void forgetTries() {
        tries = 0;
        notFoundTries = 0;
        busyTries = 0;
        refusedTries = 0;
        crowdedTries = 0;
        isStaged = false;
    }

    /**
     * Takes note of what went wrong.
     *
     * @param pauseNanos before it is asked again, if it is
     */
    void failed(CopyTrouble found, long now, long pauseNanos) {
        trouble = found;
        if (found.kind() == CopyTrouble.Kind.BUSY && busyTries == 0) busySince = now;
        switch (found.kind()) {
            case NODE, FILE -> isOut |= ++tries >= TRIES_MAX;
            case NOT_FOUND -> notFound();
            case BUSY -> isOut |= ++busyTries >= BUSY_TRIES_MAX && !isPatient(now);
            case CROWDED -> isOut |= ++crowdedTries >= CROWDED_TRIES_MAX;
            case STAGED -> staged(found, now);
            case REFUSED -> refused();
            case SLOW -> tries = 0;
            case NODE_FOR_LONG, COPY, SIZE, OFFLINE -> isOut = true;
            case PARTS -> isWholeOnly = true;
        }
        if (found.kind() == CopyTrouble.Kind.BUSY) notBefore = now + busyNanos(found);
        else if (found.kind() == CopyTrouble.Kind.STAGED) notBefore = now + stagedNanos(found);
        else if (found.kind() == CopyTrouble.Kind.REFUSED)
            notBefore = now + RefusalRule.pauseNanos(refusedTries, pauseNanos);
        else if (found.kind() != CopyTrouble.Kind.SLOW && found.kind() != CopyTrouble.Kind.PARTS)
            notBefore = now + (pauseNanos << Math.max(0, tries - 1));
    }

    // ---- answers that may pass ----

    /** Reads a refusal anew: while the node serves other requests of ours it bears no more of them, and says so in this way. */
    CopyTrouble understood(CopyTrouble said) {
        boolean isRefused = said.kind() == CopyTrouble.Kind.REFUSED;
        boolean isBusy =
                said.kind() == CopyTrouble.Kind.BUSY && said.retryAfter().isEmpty();
        if (!isRefused && !isBusy) return said;
        boolean isCrowded = node.refusedBeside(isRefused && validators == null);
        return isCrowded ? said.as(CopyTrouble.Kind.CROWDED) : said;
    }

    /** True while it is asked again although its node asks for long pauses. */
    boolean isWaitedFor(long now) {
        return isStaged || isPatient(now);
    }

    /** True while its node may be busy for longer than usual, because somebody said so. */
    private boolean isPatient(long now) {
        Duration patience = nodes.settings().policy(node.name()).patience();
        return !patience.isZero() && busyTries > 0 && now - busySince < patience.toNanos();
    }

    /** Waits here for a moment; for longer the file waits without a session. */
    private void staged(CopyTrouble found, long now) {
        if (!isStaged) stagedSince = now;
        isStaged = true;
        node.manners().hasTape();
        isOut |= stagedNanos(found) > STAGED_HERE_NANOS_MAX || now - stagedSince >= STAGED_HERE_NANOS_MAX;
    }

    private static long stagedNanos(CopyTrouble found) {
        return Math.max(
                STAGED_PAUSE_MIN_NANOS, found.retryAfter().orElse(STAGED_PAUSE).toNanos());
    }

    /** True if the file may be on tape only, although its node says otherwise: the next such answer would end the copy. */
    boolean mayBeOnTape(CopyTrouble found) {
        return found.kind() == CopyTrouble.Kind.OFFLINE
                || (found.kind() == CopyTrouble.Kind.NOT_FOUND && notFoundTries + 1 >= NOT_FOUND_TRIES_MAX);
    }

    private void refused() {
        isOut |= RefusalRule.isFinal(++refusedTries, node);
        if (isOut) node.manners().refuses();
    }

    private long busyNanos(CopyTrouble found) {
        HttpTiming timing = nodes.settings().timing();
        Duration pause =
                found.retryAfter().orElseGet(() -> timing.busyPause().multipliedBy(1L << Math.max(0, busyTries - 1)));
        return Math.min(pause.toSeconds(), BUSY_SECONDS_MAX) * 1_000_000_000L + pause.toNanosPart();
    }

    private void notFound() {
        boolean wasOut = isOut;
        isOut |= ++notFoundTries >= NOT_FOUND_TRIES_MAX;
        if (wasOut || !isOut) return;
        Instant now = nodes.now();
        MissingCopy missing = copy.missing().map(known -> known.again(now)).orElseGet(() -> MissingCopy.first(now));
        copy = copy.withMissing(Optional.of(missing));
        told.onMissing(copy.location());
    }

    /** The file was given up for now: the next want begins with a clean slate, but for a copy that is permanently missing. */
    void anew() {
        if (isStaged) notBefore = nodes.nanoTime(); // whoever wants it again has waited
        forgetTries();
        Optional<String> leftAlone = copy.whyLeftAlone(nodes.now());
        isOut = leftAlone.isPresent();
        leftAlone.ifPresent(
                why -> trouble = CopyTrouble.of(CopyTrouble.Kind.NOT_FOUND, ErrorCode.SOURCE_NOT_FOUND, why));
    }
}
