package org.bdm.core.control.plan;

/**
 * The planned files that a data node offers.
 *
 * @param copies files of the plan that it offers
 * @param bytes of these
 */
public record PlanNodeView(String node, long copies, long bytes) {}
