/**
 * Drafts of imported lists and requests to replicate, in the catalog.
 * It does not read lists, and does not say what a wish means: it keeps both until they become jobs.
 * The API uses it, and a job that does what was asked for is approved in the transaction that makes it visible.
 * Any thread that may block; the reception of a draft belongs to one thread.
 */
@NullMarked
package org.bdm.server.catalog.request;

import org.jspecify.annotations.NullMarked;
