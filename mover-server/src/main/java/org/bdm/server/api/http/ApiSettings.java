package org.bdm.server.api.http;

import org.bdm.core.control.site.ProcessLimitsView;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the REST interface.
 *
 * @param version of the program
 * @param revision of its source; null if it is not known
 * @param metricsAreOpen whether metrics need no token
 * @param limits of the process; null if nobody asked
 * @param isDemo whether everything that is shown is made up
 */
public record ApiSettings(
        String version,
        @Nullable String revision,
        boolean metricsAreOpen,
        @Nullable ProcessLimitsView limits,
        boolean isDemo) {}
