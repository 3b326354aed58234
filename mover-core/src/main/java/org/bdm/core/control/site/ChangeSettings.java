package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/** Changes settings of the process that answers; what is null or absent stays as it is. */
public record ChangeSettings(@Nullable String logLevel) {}
