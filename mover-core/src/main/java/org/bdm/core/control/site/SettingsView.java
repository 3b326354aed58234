package org.bdm.core.control.site;

/** The settings of one process that can be changed while it runs. */
public record SettingsView(String logLevel) {}
