package org.bdm.server.catalog.tape;

import java.time.Instant;

/**
 * A request to bring files from tape.
 *
 * @param origin of the addresses of its files
 * @param serviceId as the tape service calls it
 * @param address where its state is told
 * @param looked when that was asked last
 */
public record TapeRequest(
        long number, String origin, String serviceId, String address, Instant asked, Instant looked) {}
