package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * The result of one check of a machine.
 *
 * @param id of the check, such as {@code mtu}; never changes
 * @param subject what was checked, such as {@code host}, {@code home} or {@code export data}
 * @param verdict PROBLEM, ADVICE, UNKNOWN or OK
 * @param found a sentence, with units
 * @param change what to change, with the command; null if there is nothing to change
 */
public record HostCheckView(
        String id,
        String subject,
        String verdict,
        String found,
        @Nullable String change) {}
