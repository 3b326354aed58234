package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * The part that all addresses of a set begin with, written once: half of a set would be addresses else.
 *
 * @param prefix up to a slash; empty if templates must not be used
 * @param rests what follows it, by file
 */
record AddressTemplate(String prefix, List<String> rests) {
    static final String NAME = "u";

    static AddressTemplate of(List<SetFile> files) {
        String prefix = files.isEmpty() ? "" : files.get(0).address();
        for (SetFile file : files) {
            while (!file.address().startsWith(prefix)) prefix = prefix.substring(0, prefix.length() - 1);
        }
        prefix = prefix.substring(0, prefix.lastIndexOf('/') + 1);
        // Readers put all of an address through a formatter: braces of a name would be taken for another template.
        boolean hasBraces = files.stream().anyMatch(file -> file.address().matches(".*[{}].*"));
        if (hasBraces) prefix = "";
        List<String> rests = new ArrayList<>();
        for (SetFile file : files) rests.add(file.address().substring(prefix.length()));
        return new AddressTemplate(prefix, rests);
    }

    String address(int file) {
        return prefix.isEmpty() ? rests.get(file) : "{{" + NAME + "}}" + rests.get(file);
    }
}
