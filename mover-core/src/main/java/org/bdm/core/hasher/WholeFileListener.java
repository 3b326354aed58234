package org.bdm.core.hasher;

import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.MoverException;

/** Receives the result of {@link FileHasher#digest}. Calls come on hash threads; they post, and must neither block nor throw. */
public interface WholeFileListener {
    /** So many bytes are hashed; told about every 64 MiB. */
    void onProgress(long bytesHashed);

    /** The digest; the file is no longer read. */
    void onDigest(Checksum digest);

    /** It failed, or was cancelled (CANCELLED); the file is no longer read. */
    void onFailed(MoverException reason);
}
