package org.bdm.core.s3;

/**
 * A part of an upload.
 *
 * @param number from 1
 * @param size bytes
 * @param etag as the store told it
 */
public record ObjectPart(int number, long size, String etag) {}
