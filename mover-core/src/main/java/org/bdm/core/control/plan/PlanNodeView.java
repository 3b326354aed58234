package org.bdm.core.control.plan;

/**
 * The planned files that a data node offers.
 *
 * @param copies Number of files of the plan that it offers, at least 0. Such as {@code 120}.
 * @param bytes Sum of the sizes of these files in bytes, at least 0. Such as {@code 5242880000}.
 */
public record PlanNodeView(String node, long copies, long bytes) {}
