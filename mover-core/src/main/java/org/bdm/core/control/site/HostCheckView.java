package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * The result of one check of a machine.
 *
 * @param id Id of the check, which never changes. Such as {@code mtu}.
 * @param subject What was checked. Such as {@code host}.
 * @param verdict How good it is. One of {@code Verdict}.
 * @param found What was found, as a sentence with units. Such as {@code the MTU of eth0 is 1,500 bytes}.
 * @param change What to change, with the command; null if there is nothing to change. Such as {@code ip link set eth0 mtu 9000}.
 */
public record HostCheckView(
        String id,
        String subject,
        String verdict,
        String found,
        @Nullable String change) {}
