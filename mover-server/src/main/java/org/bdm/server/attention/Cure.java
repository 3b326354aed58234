package org.bdm.server.attention;

import org.jspecify.annotations.Nullable;

/**
 * One thing that a person does about a cause.
 *
 * @param label verb and object, as on a button
 * @param command a line for a shell; words in capitals are for the person to fill in
 * @param page the address in the web UI where it is done; null if there is none
 */
public record Cure(String label, String command, @Nullable String page) {}
