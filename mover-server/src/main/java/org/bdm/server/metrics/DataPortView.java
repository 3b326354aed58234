package org.bdm.server.metrics;

import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.ServedSite;

/**
 * The data port as it is now; each answers at once, on any thread.
 *
 * @param connections open at the port
 * @param keptStreams idle streams kept for the next session
 * @param refusals since the start
 * @param servedSites sites that have read since the start
 */
public record DataPortView(
        IntSupplier connections,
        IntSupplier keptStreams,
        Supplier<Map<ErrorCode, Long>> refusals,
        Supplier<Map<SiteName, ServedSite>> servedSites) {}
