package org.bdm.server.carrier;

/**
 * A file where a carrier reads it.
 *
 * @param source the endpoint or host; a list has one
 * @param path how the carrier names the file there
 */
record CarrierSource(String source, String path) {}
