package org.bdm.server.catalog.job;

/**
 * An item with its place in the job.
 *
 * @param number counted from 0, in the order of submission
 */
public record NumberedItem(int number, SubmittedItem item) {}
