package org.bdm.core.destination.object;

import org.bdm.core.s3.ObjectPart;

/**
 * A part that a store has taken.
 *
 * @param number from 1
 * @param bytes its length
 * @param etag as the store told it when it took the part; a listing of parts is not asked for it
 * @param md5 of our bytes, in hexadecimal
 * @param sha256 of our bytes, in hexadecimal
 */
public record PartNote(int number, long bytes, String etag, String md5, String sha256) {
    ObjectPart toComplete() {
        return new ObjectPart(number, bytes, etag);
    }
}
