package org.bdm.core.control.job;

/**
 * Answer to a part of a list.
 *
 * @param job Id of the job that the list belongs to. Such as {@code job-7}.
 * @param items Number of entries that are stored, all of them durable; the next part begins with this number. Such as {@code 50000}.
 * @param complete True once the list is complete and the job waits for its turn.
 */
public record ReceivedItems(String job, int items, boolean complete) {}
