package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.ArchitectureRules;
import org.bdm.server.extension.ExtensionPoint;
import org.junit.jupiter.api.Test;

class ExtensionPointsTest {
    @Test
    void aStartLooksForEveryExtensionThatAPackageCanWorkWith() {
        List<String> declared = ArchitectureRules.mainClasses().stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(ExtensionPoint.class))
                .map(JavaField::getOwner)
                .map(JavaClass::getName)
                .toList();
        assertThat(ExtensionPoints.ALL.stream().map(point -> point.type().getName()))
                .containsExactlyInAnyOrderElementsOf(declared);
        assertThat(ExtensionPoints.ALL.stream().map(ExtensionPoint::name).collect(Collectors.toSet()))
                .hasSameSizeAs(ExtensionPoints.ALL);
    }
}
