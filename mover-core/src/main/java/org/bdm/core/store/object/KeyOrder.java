package org.bdm.core.store.object;

import java.util.Comparator;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.ShownText;

/** The order of keys by the bytes of their UTF-8, which is that of code points. */
final class KeyOrder implements Comparator<String> {
    static final KeyOrder BYTES = new KeyOrder();

    private KeyOrder() {}

    /**
     * Requires that a key which a store lists begins as asked, and lies behind the one before.
     *
     * @throws MoverException PROTOCOL_VIOLATION
     */
    static void require(Bucket bucket, String prefix, String lastKey, String key) {
        if (!key.startsWith(prefix))
            throw disorder(bucket, key, "which does not begin with '" + prefix + "', as asked");
        if (!lastKey.isEmpty() && BYTES.compare(key, lastKey) <= 0)
            throw disorder(bucket, key, "behind '" + lastKey + "'");
    }

    private static MoverException disorder(Bucket bucket, String key, String where) {
        String shown = ShownText.of(key) + "' " + ShownText.of(where);
        return new MoverException(
                ErrorCode.PROTOCOL_VIOLATION,
                bucket.shown() + " lists '" + shown
                        + ": not in the order of the bytes of keys, so that entries would be missed or be told twice");
    }

    @Override
    public int compare(String one, String other) {
        int common = Math.min(one.length(), other.length());
        for (int i = 0; i < common; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a == b) continue;
            boolean isPair = Character.isSurrogate(a) != Character.isSurrogate(b);
            if (isPair) return Character.isSurrogate(a) ? 1 : -1; // beyond all that need no pair
            return Character.compare(a, b);
        }
        return Integer.compare(one.length(), other.length());
    }
}
