/**
 * Says what a job would do, and compares two trees; changes nothing.
 * It uses the checks of {@link org.bdm.server.job.submit}, so that what is planned can be submitted.
 * The REST interface begins plans and checks, and shows how far they are.
 * A plan runs on one thread; others ask it for its view at any time.
 */
@NullMarked
package org.bdm.server.job.plan;

import org.jspecify.annotations.NullMarked;
