package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * The test of a hook.
 *
 * @param arrived whether the other side took the message
 * @param failure why it did not; null if it did
 */
public record HookTrial(boolean arrived, @Nullable String failure) {}
