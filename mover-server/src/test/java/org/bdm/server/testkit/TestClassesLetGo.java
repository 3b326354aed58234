package org.bdm.server.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Forgets what the static fields of a class of tests hold once its last test has run. JUnit keeps the class, so the stopped servers of all
 * classes, about 10 MiB each, would stay in memory until the last class has run. Registered for every class by the service loader.
 */
public final class TestClassesLetGo implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) throws IllegalAccessException {
        for (Field field : context.getRequiredTestClass().getDeclaredFields()) {
            boolean isVariable = Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers());
            if (!isVariable || field.isSynthetic() || field.getType().isPrimitive()) continue;
            field.setAccessible(true);
            field.set(null, null);
        }
    }
}
