/**
 * Makes and approves requests to replicate: what is wanted as entries of a list, how much that is, and the job that does it.
 * It does not decide: a person approves or declines, and the catalog keeps both.
 * The REST interface and subscriptions use it.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.request;

import org.jspecify.annotations.NullMarked;
