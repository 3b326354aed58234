package org.bdm.server.extension;

/**
 * A place in the server that an extension fills.
 *
 * @param type the interface that the extension implements, and names in its {@code META-INF/services}
 * @param name of the extension, and of its directory in {@code lib/extensions}
 * @param does what the server cannot do without it: words that complete "the server .."
 */
public record ExtensionPoint<S>(Class<S> type, String name, String does) {}
