package org.bdm.server.discovery.event;

/**
 * A message of the event stream that could not be read.
 *
 * @param line of the file, from 1; in a file that is one JSON document, the number of the message
 * @param reason for a person
 */
public record UnreadableEvent(long line, String reason) {}
