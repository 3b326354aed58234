package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bdm.core.bottleneck.Bottleneck;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.progress.LimitTally;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveWork;

/** The sessions of one running job, for those who look. The job's thread tells it of sessions; all else on any thread. */
final class LiveSessions implements LiveWork {
    private static final String RATE = "rate";
    private static final Bottleneck UNLIMITED = new Bottleneck("", "");

    private final AtomicLong filesEnded = new AtomicLong();
    private final AtomicLong bytesOfEndedSessions = new AtomicLong();
    private final SpeedWindow speed;
    private final LimitTally limits;
    private volatile List<FetchSession> open = List.of();
    private volatile List<LinkFlow> flows = List.of();

    /** The last session of each route that has none: what it left is there until another one goes on with it. */
    private final Map<Route, FetchSession> last = new ConcurrentHashMap<>();

    LiveSessions(LongSupplier nanoClock) {
        this.speed = new SpeedWindow(nanoClock);
        this.limits = new LimitTally(nanoClock);
    }

    void began(Route route, Collection<FetchSession> all) {
        last.remove(route);
        open = List.copyOf(all);
    }

    void ended(Route route, FetchSession session, Collection<FetchSession> others) {
        bytesOfEndedSessions.addAndGet(session.progress().bytesMoved());
        last.put(route, session);
        open = List.copyOf(others);
    }

    /** The shares of the open sessions in the limits that people set. */
    void flows(Collection<LinkFlow> all) {
        flows = List.copyOf(all);
    }

    /** Returns what a session tells of itself. */
    static LinkFlow.Measures measures(FetchSession session) {
        return new LinkFlow.Measures(
                () -> session.progress().bytesMoved(),
                () -> session.progress().streams(),
                () -> session.progress().heldByFiles());
    }

    void filesEnded(int number) {
        filesEnded.addAndGet(number);
    }

    long filesEnded() {
        return filesEnded.get();
    }

    boolean hasMovedAny() {
        return filesEnded.get() > 0 || bytesOfEndedSessions.get() > 0;
    }

    /** Takes the speed now; to be called often, so that it is that of the last seconds also for who looks seldom. */
    SpeedWindow.Speed measure() {
        long moved = bytesOfEndedSessions.get();
        for (FetchSession session : open) {
            FetchProgress progress = session.progress();
            moved += progress.bytesMoved() + progress.bytesArriving();
        }
        Bottleneck limit = limit();
        limits.add(limit.stage(), limit.text());
        return speed.at(moved, filesEnded.get());
    }

    @Override
    public LiveJob look() {
        int active = 0;
        int verifying = 0;
        int streams = 0;
        for (FetchSession session : open) {
            FetchProgress progress = session.progress();
            active += progress.filesActive();
            verifying += progress.filesVerifying();
            streams += progress.streams();
        }
        Bottleneck limit = limit();
        SpeedWindow.Speed now = measure();
        return new LiveJob(
                active,
                verifying,
                now.bytesPerSecond(),
                now.filesPerSecond(),
                streams,
                bytes(),
                reachedLimit(limit).orElse(limit.stage()),
                limit.text());
    }

    /** A sentence of what limited the job in this run, for its history; empty if that is not known. */
    Optional<String> limited() {
        return limits.sentence();
    }

    /** The limit that a person set, if it is reached, else the stage that limits; an empty word if nothing does. */
    private Bottleneck limit() {
        Bottleneck known = UNLIMITED;
        for (FetchSession session : open)
            known = limitOf(known, session.progress().limit());
        Optional<String> reached = reachedLimit(known);
        return reached.isPresent() ? new Bottleneck(RATE, reached.get()) : known;
    }

    /** A limit that a person set is named, whatever else is slow; and also if the session says so before the flow has seen it. */
    private Optional<String> reachedLimit(Bottleneck known) {
        Optional<String> reached =
                flows.stream().flatMap(flow -> flow.reachedLimit().stream()).findFirst();
        if (reached.isPresent() || !known.stage().equals(RATE)) return reached;
        return flows.stream().flatMap(flow -> flow.rateLimit().stream()).findFirst();
    }

    /** The rate is that of the job, shared by its sessions: it limits the job if it limits one of them. */
    private static Bottleneck limitOf(Bottleneck known, Bottleneck next) {
        if (next.stage().equals(Bottleneck.NOTHING.stage()) || known.stage().equals(RATE)) return known;
        return next;
    }

    /** Of files that have not ended. */
    BytesUnderWay bytes() {
        BytesUnderWay bytes = BytesUnderWay.NONE;
        for (FetchSession session : open) {
            FetchProgress progress = session.progress();
            bytes = bytes.plus(progress.underWay()).plus(new BytesUnderWay(progress.bytesArriving(), 0));
        }
        for (FetchSession session : last.values())
            bytes = bytes.plus(session.progress().underWay());
        return bytes;
    }

    @Override
    public List<FileUnderWay> files() {
        List<FileUnderWay> files = new ArrayList<>();
        for (FetchSession session : open) files.addAll(session.progress().files());
        return files;
    }

    @Override
    public List<StageLoad> stages() {
        Map<String, StageLoad> byName = new LinkedHashMap<>();
        for (FetchSession session : open) {
            for (StageLoad load : session.progress().stages()) byName.merge(load.stage(), load, StageLoad::plus);
        }
        return List.copyOf(byName.values());
    }
}
