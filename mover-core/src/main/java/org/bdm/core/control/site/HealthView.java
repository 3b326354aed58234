package org.bdm.core.control.site;

/**
 * The state of the process: running, or accepting work.
 *
 * @param status Always UP; otherwise the answer is an error. One of {@code HealthStatus}.
 */
public record HealthView(String status) {}
