package org.bdm.client.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Two paired sites for the tests of one class, which may end and kill their servers: a parameter of type {@link TwoSites}, and {@link DataWire}
 * where they are on a wire. They start for the first test that wants them; each test gets servers that run.
 */
final class OwnSites implements ParameterResolver, AfterAllCallback {
    private interface Start {
        StartedSites begin() throws IOException;
    }

    private final Start start;
    private @Nullable StartedSites started;

    OwnSites() {
        this(StartedSites::paired);
    }

    private OwnSites(Start start) {
        this.start = start;
    }

    static OwnSites onAWire() {
        return new OwnSites(() -> StartedSites.onAWire(UnaryOperator.identity()));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return StartedSites.isPart(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        StartedSites own = started();
        return parameter.getParameter().getType() == DataWire.class ? own.wire() : own.sites();
    }

    private StartedSites started() {
        StartedSites own = started;
        if (own == null) {
            try {
                own = start.begin();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            started = own;
        }
        own.startWhatWasEnded();
        return own;
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (started != null) started.close();
    }
}
