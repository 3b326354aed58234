/**
 * Asks an ESGF index that Globus Search hosts.
 * Its records are those of the search interface of ESGF, and so are the questions for the files of a dataset.
 * The federation makes one {@code GlobusSearchIndex} per configured index.
 * Calls block the thread of the search.
 */
@NullMarked
package org.bdm.server.discovery.globus;

import org.jspecify.annotations.NullMarked;
