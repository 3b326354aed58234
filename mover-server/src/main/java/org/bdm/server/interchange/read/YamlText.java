package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads YAML of strangers as nodes, which know their lines; no object is ever made of a tag. Aliases, depth and length are bounded. */
final class YamlText {
    static final int BYTES_MAX = 4 << 20;

    private static final int ALIASES_MAX = 50;
    private static final int DEPTH_MAX = 16;

    private YamlText() {}

    /** The one document; null, and told, when there is none that can be read. */
    static @Nullable Node read(InputStream in, EntryReceiver receiver) throws IOException {
        List<Node> documents = readAll(in, receiver);
        if (documents.size() < 2) return documents.isEmpty() ? null : documents.get(0);
        receiver.refused(line(documents.get(1)), "a second YAML document; there is one in this format");
        return null;
    }

    /** All documents, those before a fault of syntax too; none, and told, when there is none that can be read. */
    static List<Node> readAll(InputStream in, EntryReceiver receiver) throws IOException {
        byte[] bytes = in.readNBytes(BYTES_MAX + 1);
        if (bytes.length > BYTES_MAX) {
            receiver.refused(1, "YAML is read up to " + BYTES_MAX + " bytes: cut the list into several");
            return List.of();
        }
        List<Node> documents = new ArrayList<>();
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            String plain = text.startsWith("\ufeff") ? text.substring(1) : text;
            for (Node document : new Yaml(new SafeConstructor(options())).composeAll(new StringReader(plain))) {
                if (document != null) documents.add(document);
            }
            if (documents.isEmpty()) receiver.refused(1, "there is no YAML document");
        } catch (CharacterCodingException e) {
            receiver.refused(1, "the text is not UTF-8");
        } catch (MarkedYAMLException e) {
            long line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1L;
            receiver.refused(line, "not YAML that is read here: " + QuotedText.of(String.valueOf(e.getProblem())));
        } catch (YAMLException e) {
            receiver.refused(1, "not YAML that is read here: " + QuotedText.of(String.valueOf(e.getMessage())));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
            // The parser lets these through for absurd numbers and tags; nothing else is called in there.
            receiver.refused(1, "not YAML that is read here: a number or a tag cannot be");
        }
        return documents;
    }

    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(BYTES_MAX);
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(ALIASES_MAX);
        options.setNestingDepthLimit(DEPTH_MAX);
        return options;
    }

    static long line(Node node) {
        return node.getStartMark() == null ? 1 : node.getStartMark().getLine() + 1L;
    }

    /** By key, in order; refuses a key twice and one that is no scalar. */
    static Map<String, Node> mapping(String what, @Nullable Node node) throws RefusedLine {
        if (!(node instanceof MappingNode mapping)) throw new RefusedLine(what + " is not a mapping");
        Map<String, Node> byKey = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = scalar("a key of " + what, tuple.getKeyNode());
            if (byKey.put(key, tuple.getValueNode()) != null) {
                throw new RefusedLine(what + " has " + QuotedText.of(key) + " twice");
            }
        }
        return byKey;
    }

    /** The nodes of a sequence, or the one node that stands for it. */
    static List<Node> sequence(Node node) {
        return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
    }

    static String scalar(String what, @Nullable Node node) throws RefusedLine {
        if (node instanceof ScalarNode scalar) return scalar.getValue();
        throw new RefusedLine(what + " is not a single value");
    }

    static List<String> scalars(String what, Node node) throws RefusedLine {
        List<String> values = new ArrayList<>();
        for (Node value : sequence(node)) values.add(scalar(what, value));
        if (values.isEmpty()) throw new RefusedLine(what + " is empty");
        return values;
    }
}
