/**
 * Shows, submits and steers jobs over HTTP: lists, files, events, explanations, reports, plans and checks.
 * It does no work: submissions and plans are in {@code job}, states in the catalog.
 * Called by the servlet container.
 * Servlet threads wait a bounded time; live feeds and waits for a job are answered from threads of their own.
 */
@NullMarked
package org.bdm.server.api.job;

import org.jspecify.annotations.NullMarked;
