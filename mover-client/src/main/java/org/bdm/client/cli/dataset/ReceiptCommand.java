package org.bdm.client.cli.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.bdm.client.JsonReceiptLine;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.receipt.Receipt;
import org.bdm.core.receipt.ReceiptVerifier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb about receipts, which asks no server. */
@Command(
        name = "receipt",
        description = {"Verifies receipts of files that a site holds.", "'manifest --format receipt' writes one."})
public final class ReceiptCommand extends VerbGroup {
    @Command(
            name = "verify",
            description = {
                "Verifies the signature of a receipt; asks no server.",
                "Exit 0 when it is whole and as it was signed, 1 when it is not, or when another node signed it."
            })
    ExitCode verify(
            @Parameters(paramLabel = "FILE|-", description = "The receipt; - reads the input.") String file,
            @Option(
                            names = "--signer",
                            paramLabel = "FINGERPRINT",
                            description =
                                    "The node that has to have signed it, as mover-server prints it when it is ready:"
                                            + " SHA256:..")
                    @Nullable String signer) {
        NodeId expected = signer == null ? null : expected(signer);
        Receipt receipt;
        try (InputStream in = new BufferedInputStream(opened(file))) {
            receipt = ReceiptVerifier.verify(in, JsonReceiptLine::read);
        } catch (MoverException e) {
            terminal().message(e.sentence());
            return ExitCode.FILES_FAILED;
        } catch (IOException e) {
            throw usage("cannot read " + file + ": " + e.getMessage());
        }
        if (expected != null && !expected.equals(receipt.signer())) {
            terminal().message("the receipt was signed by " + receipt.signer() + ", not by " + expected);
            return ExitCode.FILES_FAILED;
        }
        shown(receipt, this::text);
        if (expected == null) {
            terminal().message("it is what it says only if that is the fingerprint of the site; --signer compares it");
        }
        return ExitCode.DONE;
    }

    private void text(Receipt receipt) {
        terminal().line("signature      right");
        terminal().line("signer         " + receipt.signer());
        terminal().line("site           " + receipt.site());
        terminal().line("subject        " + receipt.subject());
        terminal().line("issued         " + receipt.issuedAt());
        terminal().line("files          " + receipt.files() + ", " + ByteSize.text(receipt.bytes()));
    }

    private NodeId expected(String signer) {
        try {
            return NodeId.parse(signer);
        } catch (IllegalArgumentException e) {
            throw usage("--signer " + signer + " is no fingerprint; it looks like SHA256: and 64 hexadecimal digits");
        }
    }
}
