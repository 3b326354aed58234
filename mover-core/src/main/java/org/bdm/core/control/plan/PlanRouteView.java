package org.bdm.core.control.plan;

/**
 * Files of a plan that come over one link.
 *
 * @param source Name of a site, or host of a data node: the one expected to be read. Such as {@code north}.
 * @param files Number of files to transfer, at least 0. Such as {@code 1200}.
 * @param bytes Sum of the sizes of these files, in bytes, at least 0. Such as {@code 52428800000}.
 * @param smallFiles Number of those files that are below 4 MiB, at least 0. Such as {@code 494}.
 * @param basis What the estimate of this link rests on; empty while the plan runs. Such as {@code from 37 jobs of this link}.
 */
public record PlanRouteView(String source, long files, long bytes, long smallFiles, String basis) {}
