package org.bdm.server.api.dataset;

import java.util.ArrayList;
import java.util.List;

/** Values of a facet in one text: {@code a,b}. Commas inside brackets belong to the value, as in {@code CESM1(CAM5.1,FV2)}. */
final class FacetWords {
    private FacetWords() {}

    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if ("([{".indexOf(letter) >= 0) depth++;
            else if (")]}".indexOf(letter) >= 0 && depth > 0) depth--;
            else if (letter == ',' && depth == 0) {
                words.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        words.add(text.substring(start).strip());
        return words;
    }
}
