package org.bdm.server.discovery.thredds;

/**
 * A way of access that a THREDDS catalog offers.
 *
 * @param type {@code HTTPServer}, {@code OPENDAP}, {@code GridFTP}, ..
 * @param base what is in front of the path of a file; absolute, or of the host of the catalog
 */
record ThreddsService(String type, String base) {}
