package org.bdm.core.source.bdm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.source.bdm.TicketSupplier.IssuedTicket;
import org.jspecify.annotations.Nullable;

/** The ticket of a session, and the next one well before it expires. Owner only. */
final class Tickets {
    private static final Duration USABLE_MIN = Duration.ofSeconds(10);
    private static final Duration RENEWAL_MIN = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final SerialLoop loop;
    private final TicketSupplier supplier;
    private final Clock clock;
    private final Consumer<byte[]> onRenewed;
    private @Nullable IssuedTicket current;
    private boolean isRenewing;
    private boolean stopped;

    Tickets(SerialLoop loop, TicketSupplier supplier, Clock clock, Consumer<byte[]> onRenewed) {
        this.loop = loop;
        this.supplier = supplier;
        this.clock = clock;
        this.onRenewed = onRenewed;
    }

    /** A ticket for a new stream, or why there is none; on the loop. */
    void withTicket(BiConsumer<byte @Nullable [], @Nullable MoverException> user) {
        IssuedTicket ticket = current;
        if (ticket != null && clock.instant().plus(USABLE_MIN).isBefore(ticket.expires())) {
            user.accept(ticket.bytes(), null);
            return;
        }
        ask((issued, failure) -> user.accept(issued == null ? null : issued.bytes(), failure));
    }

    /** The peer says that it has expired, whatever our clock says. */
    void refused() {
        current = null;
    }

    void stop() {
        stopped = true;
    }

    private void ask(BiConsumer<@Nullable IssuedTicket, @Nullable MoverException> user) {
        supplier.ticket()
                .whenComplete((issued, failure) -> loop.post(() -> {
                    if (issued == null) {
                        user.accept(null, asMoverException(failure));
                        return;
                    }
                    current = issued;
                    if (!isRenewing) renewLater(issued.expires());
                    isRenewing = true;
                    user.accept(issued, null);
                }));
    }

    /** Half of the time that is left, so that several attempts fit before it is over. */
    private void renewLater(Instant expires) {
        Duration left = Duration.between(clock.instant(), expires).dividedBy(2);
        loop.postAfter((left.compareTo(RENEWAL_MIN) < 0 ? RENEWAL_MIN : left).toMillis(), this::renew);
    }

    private void renew() {
        if (stopped) return;
        ask((issued, failure) -> {
            if (stopped) return;
            if (issued == null) {
                loop.postAfter(RETRY.toMillis(), this::renew);
                return;
            }
            onRenewed.accept(issued.bytes());
            renewLater(issued.expires());
        });
    }

    static MoverException asMoverException(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "opening a stream failed: " + cause, cause);
    }
}
