package org.bdm.server.catalog.request;

/**
 * Approves a request by making its job: both are there, or neither.
 *
 * @param request its number
 * @param by who approves
 * @param remark for the requester; may be empty
 */
public record Approval(long request, String by, String remark) {}
