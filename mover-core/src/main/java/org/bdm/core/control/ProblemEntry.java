package org.bdm.core.control;

/**
 * The error in one entry of a list.
 *
 * @param entry which one: a line number, a path or a field
 */
public record ProblemEntry(String entry, String code, String detail) {}
