package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * One pair of sites for all gentle classes of a JVM of tests, because the start of a server costs what many tests do. A parameter of type
 * {@link TwoSites} is that pair, with a directory of the class's own below both exports; one of type {@link DataWire} is the wire between them.
 *
 * <p>Gentle is who ends and kills no server, takes back what it sets for a whole site or link, and asks for its own jobs and files only.
 * What a test that failed leaves is not known: those after it get another pair.
 */
final class SharedSites implements ParameterResolver, AfterEachCallback, TestWatcher {

    /** The pair, and the processes that it had at its start. */
    private record Pair(StartedSites started, long source, long destination) implements AutoCloseable {
        static Pair start() {
            try {
                StartedSites started = StartedSites.onAWire(SiteSetup::sourceReadsOnlyWhatItMay);
                TwoSites sites = started.sites();
                return new Pair(
                        started, sites.source().processId(), sites.destination().processId());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean isAsStarted() {
            TwoSites sites = started.sites();
            return sites.source().isRunning()
                    && sites.destination().isRunning()
                    && sites.source().processId() == source
                    && sites.destination().processId() == destination;
        }

        @Override
        public void close() throws IOException {
            started.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return StartedSites.isPart(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        StartedSites shared = store(context)
                .computeIfAbsent(Pair.class, first -> Pair.start(), Pair.class)
                .started();
        if (parameter.getParameter().getType() == DataWire.class) return shared.wire();
        try {
            return shared.sites().below(context.getRequiredTestClass().getSimpleName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Pair pair = store(context).get(Pair.class, Pair.class);
        if (pair != null)
            assertThat(pair.isAsStarted()).as("both servers run on").isTrue();
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        Pair pair = store(context).remove(Pair.class, Pair.class);
        if (pair == null) return;
        try {
            pair.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Failsafe gives a JVM one class after the other, each as an execution with a root store of its own; the session goes over all of them. */
    private static Store store(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedSites.class));
    }
}
