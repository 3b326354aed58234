package org.bdm.server.support;

import java.util.Set;

/** The secrets that this process knows word for word: none of them may be in a bundle, whatever stands around it. */
@FunctionalInterface
public interface KnownSecrets {
    /** Reads them now, since files with tokens may have changed; may block. */
    Set<String> now();
}
