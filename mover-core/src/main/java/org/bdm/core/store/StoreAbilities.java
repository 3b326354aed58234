package org.bdm.core.store;

/**
 * Abilities of a store.
 *
 * @param writable whether it is a {@link WritableStore}
 * @param memoryOnly files live in memory (tmpfs): a read-back proves nothing about a device
 * @param directRead files can be read past the page cache
 * @param traits what its file system does with files; {@linkplain FileSystemTraits#ORDINARY ordinary} where it was not tried
 */
public record StoreAbilities(boolean writable, boolean memoryOnly, boolean directRead, FileSystemTraits traits) {
    /** Abilities of a store on an ordinary file system. */
    public StoreAbilities(boolean writable, boolean memoryOnly, boolean directRead) {
        this(writable, memoryOnly, directRead, FileSystemTraits.ORDINARY);
    }
}
