import { Link, useParams } from '@tanstack/react-router';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { bytesText, countText, filesText } from '../../../lib/units';
import { useSurvey, type Survey } from '../holding-queries';
import { surveyName, toneOfSurvey } from '../state/holding-state';
import classes from '../state/holding.module.css';
import { FindingsPanel } from './FindingsPanel';

/** One scan, verification or reconciliation, and what it found. */
export function SurveyPage() {
  const { surveyId } = useParams({ strict: false }) as { surveyId: string };
  const asked = useSurvey(surveyId);
  return (
    <>
      <PageHead
        title={
          asked.data === undefined ? surveyId : `${surveyName(asked.data.kind)} of ${asked.data.subject}`
        }
        above={
          <Link to="/holdings" search={{ tab: 'surveys' } as never}>
            ← Scans and checks
          </Link>
        }
      />
      <Known asked={asked} what="Survey">
        {(survey) => (
          <div className={classes.page}>
            <ProgressOf survey={survey} />
            <FindingsOf survey={survey} />
          </div>
        )}
      </Known>
    </>
  );
}

function ProgressOf({ survey }: { survey: Survey }) {
  return (
    <Panel title="Progress" aside={<Badge tone={toneOfSurvey(survey)}>{survey.state}</Badge>}>
      {survey.problem != null && (
        <p className={classes.notice}>
          <code>{survey.problem.code}</code> <bdi>{survey.problem.detail}</bdi> {survey.problem.advice}
        </p>
      )}
      <Facts
        facts={[
          ['Files checked', countText(survey.files)],
          ['Size', bytesText(survey.bytes)],
          ['Findings', countText(survey.findings)],
          ['Subject', <Name key="subject">{survey.subject}</Name>],
          ['Id', survey.id],
          ['Started by', <bdi key="started">{survey.owner}</bdi>],
          ['Started', <Moment key="started" at={survey.createdAt} full />],
          ['Ended', survey.endedAt !== null && <Moment key="ended" at={survey.endedAt} full />],
        ]}
      />
    </Panel>
  );
}

function FindingsOf({ survey }: { survey: Survey }) {
  if (survey.findings > 0) return <FindingsPanel survey={survey} />;
  if (survey.state !== 'DONE') return null;
  return (
    <Empty title="No findings">
      <p>{filesText(survey.files)} checked, none differs.</p>
    </Empty>
  );
}
