package org.bdm.core.control;

/**
 * What is wrong with one entry of a list.
 *
 * @param entry which one: a line number, a path or a field
 */
public record ProblemEntry(String entry, String code, String detail) {}
