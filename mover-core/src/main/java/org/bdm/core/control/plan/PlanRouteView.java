package org.bdm.core.control.plan;

/**
 * Files of a plan that come over one link.
 *
 * @param source name of a site, or host of a data node: the one expected to be read
 * @param files to transfer
 * @param bytes to transfer
 * @param smallFiles those of them below 4 MiB
 * @param basis what the estimate of this link rests on; empty while the plan runs
 */
public record PlanRouteView(String source, long files, long bytes, long smallFiles, String basis) {}
