package org.bdm.core.control.site;

/**
 * State of the process: running, or accepting work.
 *
 * @param status {@code UP}
 */
public record HealthView(String status) {}
