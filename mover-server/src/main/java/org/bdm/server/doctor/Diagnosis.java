package org.bdm.server.doctor;

/**
 * The result of one check.
 *
 * @param id of the check
 * @param subject what was checked
 */
public record Diagnosis(String id, String subject, HostFinding finding) {}
