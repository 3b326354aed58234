/**
 * A made-up catalog to look at: how it is generated from a seed, written into a new catalog, and marked as made up.
 * It is not the demonstration with two real sites ({@code bdm-client demo}), and it transfers nothing.
 * The server finds it by {@code META-INF/services} when {@code --demo-data} is given; it writes past the repositories of the catalog.
 * Generating runs on the calling thread; afterwards one thread of its own makes the jobs that stand still look alive.
 */
@NullMarked
package org.bdm.extension.demo;

import org.jspecify.annotations.NullMarked;
