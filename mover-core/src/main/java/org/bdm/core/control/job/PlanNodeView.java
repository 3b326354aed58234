package org.bdm.core.control.job;

/**
 * What a data node offers of what is planned.
 *
 * @param copies files of the plan that it offers
 * @param bytes of these
 */
public record PlanNodeView(String node, long copies, long bytes) {}
