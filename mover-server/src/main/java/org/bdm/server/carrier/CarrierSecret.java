package org.bdm.server.carrier;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A secret in a file, which is read each time, so that it may be replaced while the server runs. Its text shows nothing of it. */
final class CarrierSecret {
    private static final int LENGTH_MAX = 16_384;

    private final Path file;

    CarrierSecret(Path file) {
        this.file = file;
    }

    /** Returns the file. */
    Path file() {
        return file;
    }

    /**
     * Returns the secret.
     *
     * @throws CarrierTrouble for a person, if the file holds none
     */
    String read() throws CarrierTrouble {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
            boolean isWord = !text.isEmpty()
                    && text.length() <= LENGTH_MAX
                    && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
            if (isWord) return text;
            throw CarrierTrouble.forPerson("the file " + file + " does not hold one word of visible ASCII letters");
        } catch (IOException e) {
            throw CarrierTrouble.forPerson("the file " + file + " cannot be read: " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "a secret in " + file;
    }
}
