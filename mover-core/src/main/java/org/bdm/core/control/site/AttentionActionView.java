package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * One thing to do about an item of attention.
 *
 * @param label verb and object, as on a button
 * @param command for a shell; words in capitals are for the reader to fill in
 * @param page address in the web UI where it is done; null if there is none
 * @param request the same as a request of this interface; null: a person does it
 */
public record AttentionActionView(
        String label,
        String command,
        @Nullable String page,
        @Nullable RemedyRequestView request) {}
