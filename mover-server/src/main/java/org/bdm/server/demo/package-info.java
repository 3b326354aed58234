/**
 * Keeps demo data and real data apart, and what a server with demo data may do: which options it takes, and that it contacts nobody.
 * It makes no demo data: an extension does.
 * The application calls it when {@code --demo-data} is given.
 * Safe on any thread.
 */
@NullMarked
package org.bdm.server.demo;

import org.jspecify.annotations.NullMarked;
