package org.bdm.core.control.job;

/**
 * Answer to a part of a list.
 *
 * @param job the job that the list belongs to
 * @param items entries of the list that are stored, durable: the next part begins with this number
 * @param complete true when the list is complete and the job waits for its turn
 */
public record ReceivedItems(String job, int items, boolean complete) {}
