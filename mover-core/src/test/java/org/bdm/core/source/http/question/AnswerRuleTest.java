package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AnswerRuleTest {
    @Test
    @Tag("N3")
    void documentationHasTheTableOfRules() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "http-sources.md"));
        for (AnswerRule rule : AnswerRule.values()) {
            String code = rule.code() == null ? "" : "`" + rule.code() + "`";
            assertThat(page)
                    .as("%s", rule)
                    .containsPattern(
                            "(?m)^\\| " + rule.shown().replace(".", "\\.") + " \\| [^|]+ \\| " + code + " ?\\|$");
        }
    }

    @Test
    void everyStatusHasOneRule() {
        for (int status = 100; status < 1000; status++) {
            AnswerRule rule = AnswerRule.of(status);
            assertThat(rule).isNotNull();
            if (status >= 500 && status < 600)
                assertThat(rule == AnswerRule.FINAL).isEqualTo(status == 501 || status == 505);
        }
    }
}
