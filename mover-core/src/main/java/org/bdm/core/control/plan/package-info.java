/**
 * REST messages of plans: what a job would transfer, from where, in which time and space, before it is submitted.
 * It is not the place of the job itself, nor of campaigns, whose plans hold those of their parts.
 * The server's {@code api} and the client use it.
 * All types are immutable and safe on any thread.
 */
@NullMarked
package org.bdm.core.control.plan;

import org.jspecify.annotations.NullMarked;
