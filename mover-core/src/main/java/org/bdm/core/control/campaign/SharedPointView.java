package org.bdm.core.control.campaign;

import java.time.Instant;

/**
 * The progress of a campaign at one moment.
 *
 * @param at Begin of an hour.
 * @param bytesDone Bytes at all destinations together at the end of that hour, at least 0. Such as {@code 1300000000000}.
 */
public record SharedPointView(Instant at, long bytesDone) {}
