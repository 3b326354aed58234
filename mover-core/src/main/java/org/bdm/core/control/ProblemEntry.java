package org.bdm.core.control;

/**
 * The error in one entry of a list.
 *
 * @param entry Which entry: a line number, a path or a field. Such as {@code items[3]}.
 * @param code The error code; docs/errors.md lists all. Such as {@code INVALID_PATH}.
 * @param detail What is wrong with it, as a sentence. Such as {@code the path has '..'}.
 */
public record ProblemEntry(String entry, String code, String detail) {}
