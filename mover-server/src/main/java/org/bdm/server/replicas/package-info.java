/**
 * Makes replica sets of what indexes claim: which files a dataset version has, who holds which copy, and where they contradict.
 * The rules are pure and in docs/replica-sets.md; the same claims give the same set, in whatever order they come.
 * What was resolved is stored in the catalog and turned into the items of jobs.
 * Merging belongs to one thread; what asks the indexes blocks.
 */
@NullMarked
package org.bdm.server.replicas;

import org.jspecify.annotations.NullMarked;
