package org.bdm.core.store;

/**
 * Abilities of a store.
 *
 * @param writable whether it is a {@link WritableStore}
 * @param memoryOnly files live in memory (tmpfs): a read-back proves nothing about a device
 * @param directRead files can be read past the page cache
 */
public record StoreAbilities(boolean writable, boolean memoryOnly, boolean directRead) {}
