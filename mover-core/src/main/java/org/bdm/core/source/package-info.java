/**
 * Ask for listings, ranges and digests; blocks arrive in loans.
 * It is not a protocol: {@code source.bdm} asks another mover, later {@code source.http} a data node, and one contract suite runs on all.
 * Called by {@code fetch} and by listings.
 * Answers come on threads of the source; listeners post and never block.
 */
@NullMarked
package org.bdm.core.source;

import org.jspecify.annotations.NullMarked;
