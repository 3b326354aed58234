/**
 * Reads and writes the maintenance of sites as iCalendar.
 * It keeps nothing: the server keeps the entries, and decides what they close.
 * The server finds it by {@code META-INF/services} when somebody imports or exports a calendar.
 * Everything is pure.
 */
@NullMarked
package org.bdm.extension.calendar;

import org.jspecify.annotations.NullMarked;
