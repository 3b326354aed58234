/**
 * Files whose copies contradict the published digest, in the catalog: what was found, and how a person decided.
 * It knows the file of the job that found it, and nothing of holdings.
 * The packages job.run and holding.dispute write it; the API and the page of attention read it.
 * Any thread that may block; a decision is made once, in its transaction.
 */
@NullMarked
package org.bdm.server.catalog.dispute;

import org.jspecify.annotations.NullMarked;
