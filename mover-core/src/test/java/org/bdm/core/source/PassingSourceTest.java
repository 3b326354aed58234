package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Method;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PassingSourceTest {
    static Method[] everyQuestion() {
        return BlockSource.class.getDeclaredMethods();
    }

    @ParameterizedTest
    @MethodSource("everyQuestion")
    void isPassedOnAlsoWhereSourcesHaveAnAnswerByDefault(Method question) {
        assertThatCode(() -> PassingSource.class.getDeclaredMethod(question.getName(), question.getParameterTypes()))
                .doesNotThrowAnyException();
    }
}
