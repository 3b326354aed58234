/**
 * Sends traces to a collector, if the operator names one: requests of REST, and each piece of work on a job.
 * {@link org.bdm.server.tracing.TraceOptions} reads the options, {@link org.bdm.server.tracing.Tracing} owns what makes and sends spans.
 * Requests are spans by the observations of Spring; {@link org.bdm.server.tracing.TracedWorker} makes one of each piece of work.
 * Spans are sent by a thread of their own out of a bounded queue: a collector that does not answer costs spans, and no time of a request or a job.
 */
@NullMarked
package org.bdm.server.tracing;

import org.jspecify.annotations.NullMarked;
