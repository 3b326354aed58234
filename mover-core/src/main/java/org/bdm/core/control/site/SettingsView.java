package org.bdm.core.control.site;

/**
 * The settings of one process that can be changed while it runs.
 *
 * @param logLevel ERROR, WARN, INFO or DEBUG
 */
public record SettingsView(String logLevel) {}
