package org.bdm.core.source.http.question;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpConnection;
import org.bdm.core.source.http.node.HttpLine;
import org.bdm.core.source.http.node.HttpNodes;
import org.jspecify.annotations.Nullable;

/** One question for the size and the validators of a file. Belongs to an event loop. */
final class HeadAsk implements HopListener {
    private static final int OK = 200;

    private final URI location;
    private final boolean isHead;
    private final EventLoop loop;
    private final Hops hops;
    private final CompletableFuture<Validators> answer = new CompletableFuture<>();
    private @Nullable ScheduledFuture<?> deadline;
    private final String userAgent;
    private @Nullable Validators found;
    private String locality = "";
    private boolean isPageTold;
    private boolean isSizeTold;
    private @Nullable FirstBytes page; // what comes may be one

    /**
     * A question that has not begun.
     *
     * @param bytes of the file that are asked for; 0 for HEAD
     */
    HeadAsk(HttpNodes nodes, Copy copy, int bytes, EventLoop loop) {
        this.location = copy.location();
        this.isHead = bytes == 0;
        this.userAgent = nodes.settings().userAgent();
        this.loop = loop;
        Optional<ByteRange> range = isHead ? Optional.empty() : Optional.of(new ByteRange(0, bytes));
        CopyQuestion question = new CopyQuestion(location, isHead, range, Optional.empty(), nodes.mayBePlain(copy));
        this.hops = new Hops(nodes, question, HttpLine.on(loop), this);
    }

    /** On the loop; fails with what {@link #troubleOf} understands. */
    CompletableFuture<Validators> answer() {
        return answer;
    }

    boolean isHead() {
        return isHead;
    }

    /** True when the answer said that it is a page. */
    boolean isPageTold() {
        return isPageTold;
    }

    /** Returns where the answer says that the file is; empty if it does not. */
    String locality() {
        return locality;
    }

    void start(Duration silence) {
        deadline = loop.schedule(
                () -> {
                    hops.abandon();
                    onTrouble(CopyTrouble.of(
                            CopyTrouble.Kind.FILE,
                            ErrorCode.TIMED_OUT,
                            location + " has not answered for " + silence.toSeconds() + " s"));
                },
                silence.toNanos(),
                TimeUnit.NANOSECONDS);
        hops.start();
    }

    @Override
    public void onAnswer(HttpConnection connection, Answer head) {
        boolean isEmptyFile = head.status() == 416 && head.sizeBytes() == 0;
        boolean isPage = AnswerCheck.isPage(head, location);
        isPageTold = isPage;
        if (isPage && isHead) {
            refuse(location + " is a web page instead of a file, perhaps a login page");
        } else if (!isPage && (head.sizeBytes() < 0 || (head.status() == 416 && !isEmptyFile))) {
            refuse(location + " does not give its size");
        } else {
            if (isPage) page = new FirstBytes(location, userAgent);
            found = head.validators(0);
            locality = head.locality();
            isSizeTold = head.sizeBytes() >= 0 && (head.status() != 416 || isEmptyFile);
            if (!isHead && !isPage && head.status() == OK) {
                hops.abandon(); // the whole file would come
                onEnd();
            }
        }
    }

    private void refuse(String detail) {
        hops.abandon();
        onTrouble(CopyTrouble.of(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, detail));
    }

    @Override
    public void onBody(ByteBuf piece) {
        FirstBytes first = page;
        if (first == null || !first.add(piece)) return; // one byte that nobody needs
        hops.abandon();
        onEnd();
    }

    @Override
    public void onEnd() {
        FirstBytes first = page;
        if (first != null && (first.isPage() || !isSizeTold)) {
            onTrouble(first.refused());
            return;
        }
        if (deadline != null) deadline.cancel(false);
        Validators known = found;
        if (known != null) answer.complete(known);
    }

    @Override
    public void onBroken(MoverException reason) {
        onTrouble(CopyTrouble.of(CopyTrouble.Kind.FILE, reason));
    }

    @Override
    public void onTrouble(CopyTrouble trouble) {
        if (deadline != null) deadline.cancel(false);
        answer.completeExceptionally(new TroubleException(trouble));
    }

    static CopyTrouble troubleOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TroubleException known) return known.trouble;
        return CopyTrouble.of(
                CopyTrouble.Kind.COPY, new MoverException(ErrorCode.INTERNAL, "querying a file failed", cause));
    }

    /** Carries trouble through a future. */
    private static final class TroubleException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient CopyTrouble trouble;

        TroubleException(CopyTrouble trouble) {
            super(trouble.reason().detail(), trouble.reason());
            this.trouble = trouble;
        }
    }
}
