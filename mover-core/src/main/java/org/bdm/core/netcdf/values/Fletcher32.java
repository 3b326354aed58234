package org.bdm.core.netcdf.values;

/** The checksum of HDF5's filter 3: two sums of 16-bit words, high byte first, modulo 65,535. Pure. */
final class Fletcher32 {
    private static final int WORDS_AT_ONCE = 360; // so that no sum overflows 32 bits

    private Fletcher32() {}

    static int of(byte[] bytes, int length) {
        long low = 0;
        long high = 0;
        int at = 0;
        int words = length / 2;
        while (words > 0) {
            int now = Math.min(words, WORDS_AT_ONCE);
            words -= now;
            for (int i = 0; i < now; i++, at += 2) {
                low += ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
                high += low;
            }
            low = (low & 0xFFFF) + (low >> 16);
            high = (high & 0xFFFF) + (high >> 16);
        }
        if (length % 2 == 1) {
            low += (bytes[at] & 0xFF) << 8;
            high += low;
            low = (low & 0xFFFF) + (low >> 16);
            high = (high & 0xFFFF) + (high >> 16);
        }
        low = (low & 0xFFFF) + (low >> 16);
        high = (high & 0xFFFF) + (high >> 16);
        return (int) (high << 16 | low);
    }
}
