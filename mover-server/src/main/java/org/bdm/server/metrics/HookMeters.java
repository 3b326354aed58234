package org.bdm.server.metrics;

import java.util.List;
import org.bdm.server.catalog.hook.Hook;

/** The hooks of the site, and which of them takes nothing. */
record HookMeters(Refreshed<List<Hook>> hooks) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        hooks.value()
                .ifPresent(read -> read.forEach(hook ->
                        samples.add(DeclaredMeter.HOOK_FAILING, hook.progress().failures() > 0, hook.name())));
    }
}
