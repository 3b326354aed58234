package org.bdm.server.campaign;

import java.util.List;
import java.util.function.IntFunction;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.OpenFileView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.WireLimits;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.message.JobTag;
import org.bdm.server.message.Numbers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers looks of other sites into the jobs that they passed on. Every answer fits into one message: pages get shorter. Any thread that may block. */
final class LookAnswers {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int ROWS_AT_ONCE = 250;

    private final ForwardedAccess access;
    private final JobLook looks;
    private final JobParts parts;

    LookAnswers(ForwardedAccess access, JobLook looks, JobParts parts) {
        this.access = access;
        this.looks = looks;
        this.parts = parts;
    }

    /** Returns the job with its ETag. */
    byte[] job(Job job) {
        ObjectNode shown = JSON.valueToTree(looks.view(job));
        return JSON.writeValueAsBytes(shown.put(JobForwarding.ETAG, JobTag.of(job)));
    }

    byte[] files(SiteName from, ForwardedLook asked) {
        Job job = access.existing(from, asked.job());
        int rows = Numbers.limit(asked.limit());
        JobParts.FilesWanted wanted = new JobParts.FilesWanted(asked.state(), asked.q(), asked.cursor(), rows);
        return page(rows, most -> parts.files(job, wanted.atMost(most)));
    }

    byte[] file(SiteName from, ForwardedLook asked) {
        Job job = access.existing(from, asked.job());
        if (asked.file() == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "file is missing");
        return fitting(JSON.writeValueAsBytes(parts.file(job, asked.file())));
    }

    byte[] events(SiteName from, ForwardedLook asked) {
        Job job = access.existing(from, asked.job());
        return page(Numbers.limit(asked.limit()), most -> parts.events(job, asked.cursor(), most));
    }

    byte[] decisions(SiteName from, ForwardedLook asked) {
        Job job = access.existing(from, asked.job());
        return page(Numbers.limit(asked.limit()), most -> parts.decisions(job, asked.cursor(), most));
    }

    byte[] rates(SiteName from, ForwardedLook asked) {
        return fitting(JSON.writeValueAsBytes(parts.rates(access.existing(from, asked.job()))));
    }

    /** With fewer open files if they do not fit. */
    byte[] explanation(SiteName from, ForwardedLook asked) {
        ExplanationView whole = parts.explanation(access.existing(from, asked.job()));
        List<OpenFileView> open = whole.openFiles();
        byte[] body = JSON.writeValueAsBytes(whole);
        while (body.length > WireLimits.CALL_BODY_BYTES_MAX && !open.isEmpty()) {
            open = open.subList(0, open.size() / 2);
            body = JSON.writeValueAsBytes(whole.withOpenFiles(open));
        }
        return fitting(body);
    }

    byte[] report(SiteName from, ForwardedLook asked) {
        return fitting(JSON.writeValueAsBytes(parts.report(access.existing(from, asked.job()))));
    }

    private static byte[] page(int rows, IntFunction<Page<?>> pages) {
        for (int most = Math.min(rows, ROWS_AT_ONCE); ; most /= 2) {
            byte[] body = JSON.writeValueAsBytes(pages.apply(most));
            if (body.length <= WireLimits.CALL_BODY_BYTES_MAX || most == 1) return fitting(body);
        }
    }

    private static byte[] fitting(byte[] body) {
        if (body.length <= WireLimits.CALL_BODY_BYTES_MAX) return body;
        throw new MoverException(
                ErrorCode.TOO_LARGE,
                "the answer has " + body.length + " bytes, and one between sites has at most "
                        + WireLimits.CALL_BODY_BYTES_MAX);
    }
}
