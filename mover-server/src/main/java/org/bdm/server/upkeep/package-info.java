/**
 * Slow work that the server does by itself: policies for what catalogs withdraw, plans of removal and their application, standing queries.
 * It is not the place of what a person or a job asks to be moved, which are the doors and the rooms of {@code job}.
 * Wiring starts it; the doors make and apply plans and steer subscriptions through it.
 * Every work has one thread of its own; a process that was killed goes on with it when it starts again.
 */
@NullMarked
package org.bdm.server.upkeep;

import org.jspecify.annotations.NullMarked;
