import { useJob } from '../job-queries';
import { useExplanation } from './page-queries';
import { StagePicture } from './StagePicture';
import type { Job } from '../../../api/messages';

/** The stages of one job, on a page about something else; nothing while they are not known. */
export function StagesOfJob({ jobId }: { jobId: string }) {
  const job = useJob(jobId).data;
  return job === undefined ? null : <Shown job={job} />;
}

function Shown({ job }: { job: Job }) {
  const explanation = useExplanation(job).data;
  return <StagePicture job={job} explanation={explanation} title={`Where the bytes of ${job.id} wait`} />;
}
