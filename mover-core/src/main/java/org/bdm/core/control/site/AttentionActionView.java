package org.bdm.core.control.site;

import org.jspecify.annotations.Nullable;

/**
 * One thing to do about what needs a person.
 *
 * @param label Verb and object, as on a button. Such as {@code See the space of the exports}.
 * @param command The command, for a shell; words in capitals are for the reader to fill in. Such as {@code bdm-client export list}.
 * @param page Address in the web UI where it is done; null if there is none. Such as {@code /sites/south}.
 * @param request The same as a request of this interface; null if a person does it.
 */
public record AttentionActionView(
        String label,
        String command,
        @Nullable String page,
        @Nullable RemedyRequestView request) {}
