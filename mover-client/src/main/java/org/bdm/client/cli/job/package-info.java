/**
 * The verbs about jobs: submit, look, wait, steer.
 * It plans nothing and moves nothing; a job runs in the control plane.
 * {@code Main} runs the verbs; other subjects use {@code NewJob}, {@code JobWatch} and {@code PlanSheet} for jobs of their own.
 * One verb runs on the thread that called it.
 */
@NullMarked
package org.bdm.client.cli.job;

import org.jspecify.annotations.NullMarked;
