/**
 * A made-up catalog to look at: how it is generated from a seed, written into a new catalog, and marked as made up.
 * It is not the demonstration with two real sites ({@code bdm-client demo}), and it transfers nothing.
 * The application calls it when {@code --demo-data} is given; it uses the catalog and what the scheduler asks of sites and sessions.
 * Generating runs on the calling thread; afterwards one thread of its own makes the jobs that stand still look alive.
 */
@NullMarked
package org.bdm.server.demo;

import org.jspecify.annotations.NullMarked;
