package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * The test of a hook.
 *
 * @param arrived True if the other side took the message.
 * @param failure Why it did not; null if it did. Such as {@code flow.example.org answered 503}.
 */
public record HookTrial(boolean arrived, @Nullable String failure) {}
