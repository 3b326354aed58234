package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.attention.AttentionKind;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.dataset.ReplicaNote;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.HandoverState;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.MarkTreatment;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.catalog.survey.FindingKind;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyState;
import org.bdm.server.doctor.Verdict;
import org.bdm.server.holding.completeness.CompletenessState;
import org.bdm.server.logging.LogLevel;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The values that the OpenAPI document lists are those of the program. */
class OpenApiValuesTest {
    private static final Path VALUES =
            Path.of("src", "test", "resources", "org", "bdm", "server", "api", "http", "values.yaml");

    @Test
    void listsAreTheConstantsOfTheProgram() throws IOException {
        Map<String, List<String>> lists = lists();
        List<String> wrong = new ArrayList<>();
        program().forEach((name, constants) -> {
            List<String> written = lists.getOrDefault(name, List.of());
            if (!written.equals(constants))
                wrong.add("values.yaml: " + name + " is " + written + ", but the program has " + constants);
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void listsWithMoreThanTheConstantsHaveAllOfThem() throws IOException {
        assertThat(lists().get("JobReason")).containsAll(names(PauseReason.values()));
        assertThat(lists().get("PurgeState")).containsAll(names(PurgeState.values()));
    }

    private static Map<String, List<String>> program() {
        Map<String, List<String>> program = new TreeMap<>();
        program.put("AttentionKind", names(AttentionKind.values()));
        program.put("CompletenessState", names(CompletenessState.values()));
        program.put("Digest", words(ChecksumAlgorithm.values()));
        program.put("DigestOrigin", shown(DigestOrigin.values(), DigestOrigin::shownAs));
        program.put("DisputeState", names(DisputeState.values()));
        program.put("Awaited", names(Awaited.values()));
        program.put("HandedFileState", names(HandedFileState.values()));
        program.put("HandoverState", names(HandoverState.values()));
        program.put("ErrorCode", names(ErrorCode.values()));
        program.put("ErrorKind", names(ErrorKind.values()));
        program.put("Evidence", shown(EvidenceLevel.values(), EvidenceLevel::shownAs));
        program.put("FileOrder", words(ChunkOrder.values()));
        program.put("FileState", names(FileState.values()));
        program.put("FindingKind", names(FindingKind.values()));
        program.put("FoundState", names(FoundState.values()));
        program.put("HoldingPolicy", shown(HoldingPolicy.values(), HoldingPolicy::shown));
        program.put("HoldingState", names(HoldingState.values()));
        program.put(
                "JobState",
                Stream.of(JobState.values())
                        .filter(state -> state.isVisible() && state.shown() == state)
                        .map(Enum::name)
                        .toList());
        program.put("HardLinkNames", words(JobSettings.HardLinkNames.values()));
        program.put("LogLevel", names(LogLevel.values()));
        program.put("MarkTreatment", names(MarkTreatment.values()));
        program.put(
                "NodeState",
                names(NodeState.values()).stream()
                        .filter(name -> !name.equals("REMOVED"))
                        .toList());
        program.put("OnConflict", words(TransferOptions.ConflictPolicy.values()));
        program.put("PurgeOutcome", names(PurgeOutcome.values()));
        program.put("ReplicaNoteKind", names(ReplicaNote.Kind.values()));
        program.put("RequestState", names(RequestState.values()));
        program.put("OnNoSpace", words(JobSettings.OnNoSpace.values()));
        program.put("Reuse", words(JobSettings.Reuse.values()));
        program.put("Role", shown(Role.values(), Role::shown));
        program.put("SiteRelation", names(SiteRelation.values()));
        program.put("SubscriptionState", names(SubscriptionState.values()));
        program.put("SurveyKind", names(SurveyKind.values()));
        program.put("SurveyState", names(SurveyState.values()));
        program.put("SymbolicLinks", words(JobSettings.SymbolicLinks.values()));
        program.put("SyncLevel", words(JobSettings.SyncLevel.values()));
        program.put("Verdict", names(Verdict.values()));
        program.put("VerifyMode", words(TransferOptions.VerifyMode.values()));
        return program;
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    private static List<String> words(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static <E> List<String> shown(E[] constants, Function<E, String> word) {
        return Arrays.stream(constants).map(word).toList();
    }

    @SuppressWarnings("unchecked") // the file has no types
    private static Map<String, List<String>> lists() throws IOException {
        try (Reader in = Files.newBufferedReader(VALUES)) {
            Map<String, Map<String, Map<String, Object>>> groups = new Yaml().load(in);
            Map<String, List<String>> lists = new TreeMap<>();
            for (Map<String, Map<String, Object>> group : groups.values())
                group.forEach((name, row) -> lists.put(name, List.copyOf((List<String>) row.get("values"))));
            return lists;
        }
    }
}
