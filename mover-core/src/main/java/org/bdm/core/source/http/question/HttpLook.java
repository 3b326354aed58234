package org.bdm.core.source.http.question;

import io.netty.channel.EventLoop;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.DataNode;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.NodeUser;
import org.bdm.core.source.http.node.RefusalRule;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapeStanding;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/**
 * Looks at files at data nodes without fetching them: HEAD, or a range of one byte where HEAD is refused. Some looks go on at once, the
 * others wait. Any thread; nothing blocks.
 */
public final class HttpLook implements NodeUser {
    private static final int LOOKS_AT_ONCE = 16;
    private static final int WAITING_MAX = 100_000;
    private static final int TRIES_MAX = 2;
    private static final int CROWDED_TRIES_MAX = 100;
    private static final Duration STAGED_PAUSE = Duration.ofSeconds(10); // where the node does not say how long
    private static final Set<CopyTrouble.Kind> OF_HEAD = EnumSet.of(
            CopyTrouble.Kind.COPY, CopyTrouble.Kind.FILE, CopyTrouble.Kind.REFUSED, CopyTrouble.Kind.OFFLINE);
    private static final int FIRST_BYTES = 1024; // of what HEAD called a page
    private static final int MODE = 0644; // HTTP knows none

    private final HttpNodes nodes;
    private final EventLoop loop;
    private final Deque<Look> waiting = new ArrayDeque<>(); // event loop only, as the count
    private int underWay;

    /** Looks for intake; what is learnt of the nodes is shared with everything else that asks them. */
    public HttpLook(HttpNodes nodes) {
        this(nodes, nodes.nextLoop());
    }

    public HttpLook(HttpNodes nodes, EventLoop loop) {
        this.nodes = nodes;
        this.loop = loop;
    }

    /**
     * Returns the copy as a file named like the last part of its path, with the size and Last-Modified that the node tells, and a number that
     * follows from a strong ETag in the place of the inode (0 without one). Fails with the codes of docs/http-sources.md.
     */
    public CompletionStage<DirectoryEntry> look(Copy copy) {
        return validators(copy).thenApply(found -> entry(copy.location(), found));
    }

    private static DirectoryEntry entry(URI location, Validators found) {
        return new DirectoryEntry(nameOf(location), new FileStatus(FileKind.FILE, version(found), MODE, null), null);
    }

    public static FileVersion version(Validators found) {
        return new FileVersion(found.sizeBytes(), found.modified(), found.modified(), found.identity());
    }

    private static FileName nameOf(URI location) {
        String path = location.getPath() == null ? "" : location.getPath();
        return FileName.of(path.substring(path.lastIndexOf('/') + 1).getBytes(StandardCharsets.UTF_8));
    }

    public CompletableFuture<Validators> validators(Copy copy) {
        CompletableFuture<Validators> answer = new CompletableFuture<>();
        if (!HttpOrigin.isHttp(copy.location())) {
            answer.completeExceptionally(new MoverException(
                    ErrorCode.INVALID_REQUEST, copy.location() + " is not an http or https address"));
            return answer;
        }
        try {
            loop.execute(() -> add(new Look(copy, answer)));
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(new MoverException(ErrorCode.STOPPING, "the service is stopping", e));
        }
        return answer;
    }

    /** Returns where the node says that the file is, in the field {@code Locality} of StoRM; empty if it does not say, or does not answer. */
    public CompletionStage<String> locality(Copy copy) {
        Look look = new Look(copy, new CompletableFuture<>());
        try {
            loop.execute(() -> add(look));
        } catch (RejectedExecutionException e) {
            look.answer.completeExceptionally(e);
        }
        return look.answer.handle((found, failure) -> look.locality);
    }

    private void add(Look look) {
        if (waiting.size() >= WAITING_MAX) {
            look.answer.completeExceptionally(new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "more than " + WAITING_MAX + " addresses wait to be checked"));
            return;
        }
        waiting.add(look);
        next();
    }

    @Override
    public int weight() {
        return USUAL_WEIGHT;
    }

    private void next() {
        while (underWay < LOOKS_AT_ONCE && !waiting.isEmpty()) {
            underWay++;
            begin(waiting.remove());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a look that waits is begun by it
    private void begin(Look look) {
        try {
            DataNode node = nodes.node(look.copy.node());
            if (node.isBreakerOpen()) {
                end(
                        look,
                        new MoverException(
                                ErrorCode.DATA_NODE_UNREACHABLE,
                                node.name() + " is not used until "
                                        + node.whyNotNow().orElse("later")));
            } else if (node.take(this)) {
                ask(look, node, look.tries == 0 && !node.manners().isWithoutHead() ? 0 : 1);
            } else {
                loop.schedule(
                        () -> begin(look), nodes.settings().timing().tick().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (MoverException e) {
            end(look, e);
        }
    }

    private void ask(Look look, DataNode node, int bytes) {
        HeadAsk ask = new HeadAsk(nodes, look.copy, bytes, loop);
        Duration silence = nodes.settings().timing().silence();
        var unused = ask.answer().whenComplete((found, failure) -> {
            if (found != null) {
                node.giveBack(this);
                node.answered();
                if (look.isHeadBroken) node.manners().withoutHead();
                underWay--;
                look.locality = ask.locality();
                look.answer.complete(found);
                next();
            } else {
                troubled(look, node, ask, HeadAsk.troubleOf(failure));
            }
        });
        ask.start(silence);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a look that waits is begun by it
    private void troubled(Look look, DataNode node, HeadAsk before, CopyTrouble trouble) {
        if (before.isHead() && isOfHead(trouble)) {
            ErrorCode code = trouble.reason().code();
            look.isHeadBroken = code == ErrorCode.CONNECTION_LOST || code == ErrorCode.TIMED_OUT;
            ask(look, node, before.isPageTold() ? FIRST_BYTES : 1);
            return;
        }
        node.giveBack(this);
        boolean isCrowded = isCrowded(node, trouble);
        if (!isCrowded) tell(node, look, trouble);
        OptionalLong pause = isCrowded ? crowded(look) : pauseBeforeNext(look, node, trouble);
        if (pause.isPresent()) loop.schedule(() -> begin(look), pause.getAsLong(), TimeUnit.NANOSECONDS);
        else endUnlessOnTape(look, node, trouble);
    }

    /** A file that its node does not give may be on tape only: its tape service knows. */
    private void endUnlessOnTape(Look look, DataNode node, CopyTrouble trouble) {
        boolean mayBe = trouble.kind() == CopyTrouble.Kind.NOT_FOUND || trouble.kind() == CopyTrouble.Kind.OFFLINE;
        if (!mayBe || nodes.settings().policy(node.name()).tape().staging() == TapePolicy.Staging.NEVER) {
            end(look, trouble.reason());
            return;
        }
        String detail = trouble.reason().detail() + ": the file is on tape";
        var unused = nodes.tapes().standing(look.copy.location()).whenComplete((standing, failure) -> {
            MoverException reason = standing == TapeStanding.ON_TAPE
                    ? new MoverException(ErrorCode.BEING_STAGED, detail)
                    : trouble.reason();
            if (loop.isShuttingDown()) look.answer.completeExceptionally(reason);
            else loop.execute(() -> end(look, reason));
        });
    }

    private static void tell(DataNode node, Look look, CopyTrouble trouble) {
        String reason = trouble.reason().detail();
        switch (trouble.kind()) {
            case NODE -> node.failed(reason, false);
            case FILE -> node.failedFor(look.copy.location(), trouble);
            case NODE_FOR_LONG -> node.failed(reason, true);
            case BUSY -> node.busyFor(look.copy.location(), trouble);
            case COPY, NOT_FOUND, SIZE, SLOW, PARTS, CROWDED, STAGED, OFFLINE, REFUSED -> {
                if (trouble.reason().code() != ErrorCode.ADDRESS_REFUSED) node.answered();
            }
        }
    }

    // ---- answers that may pass: by the rules of files ----

    private static boolean isCrowded(DataNode node, CopyTrouble trouble) {
        boolean isRefused = trouble.kind() == CopyTrouble.Kind.REFUSED;
        boolean isBusy =
                trouble.kind() == CopyTrouble.Kind.BUSY && trouble.retryAfter().isEmpty();
        return (isRefused || isBusy) && node.refusedBeside(isRefused);
    }

    private OptionalLong crowded(Look look) {
        return ++look.crowdedTries < CROWDED_TRIES_MAX ? OptionalLong.of(usualPause()) : OptionalLong.empty();
    }

    private long usualPause() {
        return nodes.settings().timing().pause().toNanos();
    }

    private OptionalLong pauseBeforeNext(Look look, DataNode node, CopyTrouble trouble) {
        return switch (trouble.kind()) {
            case REFUSED -> refused(look, node);
            case STAGED -> staged(look, node, trouble);
            default -> {
                boolean mayPass = trouble.reason().kind().isRetryable() || trouble.kind() == CopyTrouble.Kind.NOT_FOUND;
                yield mayPass && ++look.tries < TRIES_MAX ? OptionalLong.of(usualPause()) : OptionalLong.empty();
            }
        };
    }

    private OptionalLong refused(Look look, DataNode node) {
        if (!RefusalRule.isFinal(++look.refusals, node))
            return OptionalLong.of(RefusalRule.pauseNanos(look.refusals, usualPause()));
        node.manners().refuses();
        return OptionalLong.empty();
    }

    private OptionalLong staged(Look look, DataNode node, CopyTrouble trouble) {
        long now = nodes.nanoTime();
        if (look.stagedUntil == null)
            look.stagedUntil =
                    now + nodes.settings().policy(node.name()).patienceOrUsual().toNanos();
        long left = look.stagedUntil - now;
        if (left <= 0) return OptionalLong.empty();
        long wanted = trouble.retryAfter().orElse(STAGED_PAUSE).toNanos();
        return OptionalLong.of(Math.max(usualPause(), Math.min(wanted, left)));
    }

    /** True when the node may answer a GET all the same: some refuse HEAD, break it off, never answer it, or say that all is a page. */
    private static boolean isOfHead(CopyTrouble trouble) {
        boolean isRefusedHere = trouble.reason().code() == ErrorCode.ADDRESS_REFUSED
                || trouble.reason().code() == ErrorCode.PLAIN_HTTP_REFUSED;
        return !isRefusedHere && (OF_HEAD.contains(trouble.kind()));
    }

    private void end(Look look, MoverException reason) {
        underWay--;
        look.answer.completeExceptionally(reason);
        next();
    }

    private static final class Look {
        private final Copy copy;
        private final CompletableFuture<Validators> answer;
        private int tries;
        private int refusals;
        private int crowdedTries;
        private @Nullable Long stagedUntil;
        private boolean isHeadBroken;
        private String locality = "";

        Look(Copy copy, CompletableFuture<Validators> answer) {
            this.copy = copy;
            this.answer = answer;
        }
    }
}
