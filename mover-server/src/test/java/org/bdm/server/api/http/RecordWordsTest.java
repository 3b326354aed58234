package org.bdm.server.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.bdm.server.api.http.DocumentRows.Row;
import org.junit.jupiter.api.Test;

/** The words of a message are the Javadoc of its record. */
class RecordWordsTest {
    private static final String SOURCE = """
            /** No record. */
            final class Before {}

            /**
             * A thing of
             * {@code two} lines.
             *
             * @param state How far it is. One of {@code ThingState}.
             * @param streams Number of streams, 1 to 16; null for
             * none. Within {@code 1..16}. Such as {@code 4}.
             * @param share Any. Within {@code 0.5..}.
             * @param body The object to send. Such as {@code {kind: REPAIR}}.
             * @param <T> the message of one entry
             */
            @RecordBuilder
            @RecordBuilder.Options(enableWither = false)
            public record Thing<T>(String id, String state) {
                /** One part. */
                public record Part(String id) {}

                /** Another. */
                public Thing with() {}
            }
            """;

    private static RecordWords words(String source) {
        RecordWords words = new RecordWords();
        words.read(source);
        return words;
    }

    @Test
    void textBeforeTheFirstTagIsOfTheWholeMessage() {
        assertThat(words(SOURCE).of("Thing").says()).isEqualTo("A thing of two lines.");
        assertThat(words(SOURCE).of("Part")).isEqualTo(new RecordWords.Words("One part.", Map.of()));
        assertThat(words(SOURCE).of("Before")).isEqualTo(RecordWords.Words.NONE);
    }

    @Test
    void tagOfAComponentEndsWithItsValuesRangeAndExample() {
        assertThat(words(SOURCE).of("Thing").components())
                .containsOnlyKeys("state", "streams", "share", "body")
                .containsEntry("state", new Row("How far it is.", null, "ThingState", List.of()))
                .containsEntry(
                        "streams", new Row("Number of streams, 1 to 16; null for none.", "4", null, List.of("1", "16")))
                .containsEntry("share", new Row("Any.", null, null, List.of("0.5")))
                .containsEntry("body", new Row("The object to send.", "{kind: REPAIR}", null, List.of()));
    }

    @Test
    void wordsWithoutAFullStopAreNamed() {
        assertThatThrownBy(() -> words("/** A thing.\n *\n * @param id the id\n */\nrecord Thing(String id) {}"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Thing.id")
                .hasMessageContaining("the id");
    }

    @Test
    void twoMessagesOfOneNameAreNamed() {
        assertThatThrownBy(() -> words(SOURCE + SOURCE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Thing");
    }
}
