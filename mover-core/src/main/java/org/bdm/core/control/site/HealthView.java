package org.bdm.core.control.site;

/**
 * Whether the process runs, or takes work.
 *
 * @param status {@code UP}
 */
public record HealthView(String status) {}
