package org.bdm.core.checksum;

/**
 * CRC-32C of bytes in a row, from the values of their parts. Polynomials over GF(2) modulo x^32 + .. (Castagnoli), bits reflected: bit 31 is
 * the coefficient of x^0. The method is that of crc32_combine of zlib: with {@code first} over a and {@code second} over b, the value over
 * ab is {@code first * x^(8 * length of b) + second}.
 */
final class Crc32cComposition {
    private static final int POLYNOMIAL = 0x82f6_3b78;
    private static final int ONE = 1 << 31;

    /** Element n is x^(2^n); they repeat from there on. */
    private static final int[] SQUARES = squares();

    private Crc32cComposition() {}

    private static int[] squares() {
        int[] squares = new int[31];
        int square = 1 << 30; // x
        for (int n = 0; n < squares.length; n++) {
            squares[n] = square;
            square = multiply(square, square);
        }
        return squares;
    }

    /** The product of two polynomials. */
    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) product ^= shifted;
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
        }
        return product;
    }

    /** x^(8 * bytes). The order of x divides 2^31 - 1: x^(2^31) is x again. */
    private static int power(long bytes) {
        int power = ONE;
        int n = 3;
        for (long left = bytes; left != 0; left >>>= 1) {
            if ((left & 1) != 0) power = multiply(SQUARES[n], power);
            n = n == SQUARES.length - 1 ? 0 : n + 1;
        }
        return power;
    }

    /** The value over a and b in a row. */
    static int of(int first, int second, long secondLength) {
        return first == 0 ? second : multiply(power(secondLength), first) ^ second;
    }
}
