package org.bdm.core.checksum;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A multihash (https://github.com/multiformats/multihash): the code of an algorithm, the length and the value, each number as an
 * unsigned variable-length integer. Written in hexadecimal, or in a base that its first letter names (multibase). Immutable.
 *
 * @param algorithm the name of the algorithm
 * @param hex the value
 * @param isPrefixTwice true if code and length stood twice, as where one program writes a multihash and the next one adds a prefix
 */
record Multihash(String algorithm, String hex, boolean isPrefixTwice) {
    private static final int TEXT_LENGTH_MAX = 600;
    private static final int NUMBER_BYTES_MAX = 4;
    private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
    /** Base58 without the letter of multibase, as IPFS writes SHA-256. */
    private static final Pattern PLAIN_BASE58 = Pattern.compile("Qm[1-9A-HJ-NP-Za-km-z]{44}");

    private static final int BLAKE2B = 0xb200;
    private static final int BLAKE2S = 0xb240;
    private static final int BLAKE2_LAST = 0xb260;
    private static final Map<Integer, Kind> KINDS = Map.ofEntries(
            Map.entry(0x11, new Kind("SHA-1", 20)),
            Map.entry(0x12, new Kind("SHA-256", 32)),
            Map.entry(0x13, new Kind("SHA-512", 64)),
            Map.entry(0x14, new Kind("SHA3-512", 64)),
            Map.entry(0x15, new Kind("SHA3-384", 48)),
            Map.entry(0x16, new Kind("SHA3-256", 32)),
            Map.entry(0x17, new Kind("SHA3-224", 28)),
            Map.entry(0x18, new Kind("SHAKE-128", 32)),
            Map.entry(0x19, new Kind("SHAKE-256", 64)),
            Map.entry(0x1e, new Kind("BLAKE3", 32)),
            Map.entry(0x20, new Kind("SHA-384", 48)),
            Map.entry(0xd4, new Kind("MD4", 16)),
            Map.entry(0xd5, new Kind("MD5", 16)),
            Map.entry(0x1013, new Kind("SHA-224", 28)),
            Map.entry(0x1014, new Kind("SHA-512/224", 28)),
            Map.entry(0x1015, new Kind("SHA-512/256", 32)));

    /** An algorithm, and the bytes of its values: a shorter one would be a digest that is cut off. */
    private record Kind(String name, int bytes) {}

    /** Reads one in any of its bases; empty if it is none. The case of the text counts, except in hexadecimal. */
    static Optional<Multihash> read(String text) {
        if (text.length() > TEXT_LENGTH_MAX) return Optional.empty();
        Optional<Multihash> plain = hex(text).flatMap(Multihash::of);
        if (plain.isPresent() || text.length() < 2) return plain;
        if (PLAIN_BASE58.matcher(text).matches()) return base58(text).flatMap(Multihash::of);
        String rest = text.substring(1);
        Optional<byte[]> bytes = switch (text.charAt(0)) {
            case 'f', 'F' -> hex(rest);
            case 'b', 'B', 'c', 'C' -> base32(rest);
            case 'z' -> base58(rest);
            case 'm', 'M' -> base64(Base64.getDecoder(), rest);
            case 'u', 'U' -> base64(Base64.getUrlDecoder(), rest);
            default -> Optional.empty();
        };
        return bytes.flatMap(Multihash::of);
    }

    private static Optional<Multihash> of(byte[] bytes) {
        int codeBytes = numberBytes(bytes, 0);
        int lengthBytes = codeBytes == 0 ? 0 : numberBytes(bytes, codeBytes);
        if (lengthBytes == 0) return Optional.empty();
        int code = number(bytes, 0, codeBytes);
        int length = number(bytes, codeBytes, lengthBytes);
        int head = codeBytes + lengthBytes;
        int rest = bytes.length - head;
        boolean isTwice = rest == length + head && Arrays.equals(bytes, 0, head, bytes, head, 2 * head);
        if (rest != length && !isTwice) return Optional.empty();
        byte[] value = Arrays.copyOfRange(bytes, bytes.length - length, bytes.length);
        return kind(code)
                .filter(kind -> kind.bytes() == length)
                .map(kind -> new Multihash(kind.name(), HexFormat.of().formatHex(value), isTwice));
    }

    /** BLAKE2 has a code for each length. */
    private static Optional<Kind> kind(int code) {
        if (code <= BLAKE2B || code > BLAKE2_LAST) return Optional.ofNullable(KINDS.get(code));
        boolean isLong = code <= BLAKE2S;
        return Optional.of(new Kind(isLong ? "BLAKE2b" : "BLAKE2s", code - (isLong ? BLAKE2B : BLAKE2S)));
    }

    /** Bytes of the number that begins there; 0 if it does not end in time. */
    private static int numberBytes(byte[] bytes, int start) {
        for (int i = start; i < bytes.length && i < start + NUMBER_BYTES_MAX; i++) {
            if (bytes[i] >= 0) return i - start + 1;
        }
        return 0;
    }

    /** Seven bits a byte, the lowest first. */
    private static int number(byte[] bytes, int start, int count) {
        int number = 0;
        for (int i = count - 1; i >= 0; i--) number = (number << 7) | (bytes[start + i] & 0x7f);
        return number;
    }

    private static Optional<byte[]> hex(String text) {
        try {
            return Optional.of(HexFormat.of().parseHex(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> base64(Base64.Decoder decoder, String text) {
        try {
            return Optional.of(decoder.decode(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> base32(String text) {
        String plain = text.toLowerCase(Locale.ROOT);
        int end = plain.length();
        while (end > 0 && plain.charAt(end - 1) == '=') end--;
        byte[] bytes = new byte[end * 5 / 8];
        int bits = 0;
        int kept = 0;
        int next = 0;
        for (int i = 0; i < end; i++) {
            int digit = BASE32.indexOf(plain.charAt(i));
            if (digit < 0) return Optional.empty();
            kept = ((kept << 5) | digit) & 0xfff;
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes[next] = (byte) (kept >> bits);
                next++;
            }
        }
        return Optional.of(bytes);
    }

    /** No multihash of an algorithm begins with a zero byte, which base 58 writes apart. */
    private static Optional<byte[]> base58(String text) {
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < text.length(); i++) {
            int digit = BASE58.indexOf(text.charAt(i));
            if (digit < 0) return Optional.empty();
            number = number.multiply(BigInteger.valueOf(BASE58.length())).add(BigInteger.valueOf(digit));
        }
        byte[] bytes = number.toByteArray();
        return Optional.of(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }
}
