package org.bdm.core.store;

/**
 * Which object of its machine an entry is, where that says something: of a file that has other names too, and of a directory that is the root of
 * a mounted file system.
 *
 * @param device number of the file system; another one after a restart of the machine, perhaps
 * @param links names that the file has, at least 2; 0 for a directory
 */
public record EntryIdentity(long device, int links) {}
