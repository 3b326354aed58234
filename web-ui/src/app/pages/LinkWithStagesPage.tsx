import { StagesOfJob } from '../../features/job/page/StagesOfJob';
import { LinkPage } from '../../features/link/page/LinkPage';

/** A link, and the stages of the job that moves most over it. */
export function LinkWithStagesPage() {
  return <LinkPage stagesOf={(jobId) => <StagesOfJob jobId={jobId} />} />;
}
