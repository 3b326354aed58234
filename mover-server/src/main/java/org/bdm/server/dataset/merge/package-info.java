/**
 * Merges what indexes claim of one dataset version into a replica set: its files, who holds which copy, and where claims contradict.
 * The rules are pure and in docs/replica-sets.md; the same claims give the same set, in whatever order they come.
 * The room of replica sets asks and stores; this one reads neither indexes nor the catalog.
 * A merge belongs to one thread.
 */
@NullMarked
package org.bdm.server.dataset.merge;

import org.jspecify.annotations.NullMarked;
