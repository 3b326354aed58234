package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * Changes settings of the process that answers; an absent part stays as it is.
 *
 * @param logLevel ERROR, WARN, INFO or DEBUG
 */
public record ChangeSettings(@Nullable String logLevel) {}
