/**
 * The data nodes that this process speaks to: their limits, rates, troubles and settings, and the connections to them, each guarded by its address.
 * It is not the place of files, nor of what is asked: a connection carries any request.
 * {@code HttpNodes} is made once per process and shared by all jobs; the packages around use the rest.
 * {@code HttpNodes} and what it keeps of a node are safe on any thread; a connection belongs to its event loop.
 */
@NullMarked
package org.bdm.core.source.http.node;

import org.jspecify.annotations.NullMarked;
