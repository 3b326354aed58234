package org.bdm.core.store.object;

import java.util.Comparator;

/** The order of keys by the bytes of their UTF-8, which is that of code points. */
final class KeyOrder implements Comparator<String> {
    static final KeyOrder BYTES = new KeyOrder();

    private KeyOrder() {}

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
