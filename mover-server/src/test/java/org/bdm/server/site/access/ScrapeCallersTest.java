package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who scrapes is known while the catalog is away, and nobody else is. */
@Timeout(30)
class ScrapeCallersTest {
    private static final String SECRET = "bdm_scrape";

    private final AtomicLong nanos = new AtomicLong();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Function<String, Optional<Caller>> catalog = secret -> caller(Role.METRICS);
    private final ScrapeCallers callers =
            new ScrapeCallers(secret -> catalog.apply(secret), Executors.newCachedThreadPool(), nanos::get);

    @AfterEach
    void close() {
        end.countDown();
        callers.close();
    }

    private static Optional<Caller> caller(Role... roles) {
        return Optional.of(new Caller(7, "prometheus", Set.of(roles), AccessTokens.sha256(SECRET)));
    }

    private static Optional<Caller> away() {
        throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the database is away");
    }

    private Optional<Caller> hang() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    @Test
    void tokenThatWasValidIsGoodWhileTheCatalogIsAwayOrHangs() {
        assertThat(callers.callerOf(SECRET)).isPresent();
        catalog = secret -> away();
        assertThat(callers.callerOf(SECRET)).isPresent();
        catalog = secret -> hang();
        assertThat(callers.callerOf(SECRET)).isPresent();
        assertThat(callers.callerOf(SECRET)).as("asked once at a time").isPresent();
    }

    @Test
    void revokedTokenIsRefusedAsSoonAsTheCatalogSaysSo() {
        assertThat(callers.callerOf(SECRET)).isPresent();
        catalog = secret -> Optional.empty();
        assertThat(callers.callerOf(SECRET)).isEmpty();
        catalog = secret -> away();
        assertThatThrownBy(() -> callers.callerOf(SECRET)).hasMessageContaining("away");
    }

    @Test
    void tokenIsNotGoodForLongerThanAnHour() {
        assertThat(callers.callerOf(SECRET)).isPresent();
        catalog = secret -> away();
        nanos.addAndGet(Duration.ofMinutes(59).toNanos());
        assertThat(callers.callerOf(SECRET)).isPresent();
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThatThrownBy(() -> callers.callerOf(SECRET)).hasMessageContaining("away");
    }

    @Test
    void tokenThatMayDoMoreIsNotRemembered() {
        catalog = secret -> caller(Role.METRICS, Role.READER);
        assertThat(callers.callerOf(SECRET)).isPresent();
        catalog = secret -> away();
        assertThatThrownBy(() -> callers.callerOf(SECRET)).hasMessageContaining("away");
    }

    @Test
    void unknownTokenIsRefused() {
        catalog = secret -> Optional.empty();
        assertThat(callers.callerOf("bdm_else")).isEmpty();
    }
}
