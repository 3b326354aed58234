/**
 * The error taxonomy: one stable code, one kind and one sentence for each thing that can go wrong.
 * It is not where errors are handled: retry and scope are decided by who runs the work.
 * Every package but {@code control} may use it; the codes travel over the wire, into the catalog and to the user.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.fault;

import org.jspecify.annotations.NullMarked;
