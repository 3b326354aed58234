package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Looks at deadlines again and again, while there is something to look at. Belongs to the source's event loop. */
final class SourceTicks {
    private final EventLoop loop;
    private final Duration tick;
    private final BooleanSupplier isWanted;
    private final Runnable look;
    private boolean isDue;

    SourceTicks(EventLoop loop, Duration tick, BooleanSupplier isWanted, Runnable look) {
        this.loop = loop;
        this.tick = tick;
        this.isWanted = isWanted;
        this.look = look;
    }

    /** Looks after one tick, and so on; at most one look is due. */
    void later() {
        if (isDue || !isWanted.getAsBoolean()) return;
        isDue = true;
        var unused = loop.schedule(this::now, tick.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void now() {
        isDue = false;
        look.run();
    }
}
