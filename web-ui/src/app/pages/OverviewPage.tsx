import { Navigate } from '@tanstack/react-router';
import { AttentionPanel } from '../../features/attention/AttentionPanel';
import { RunningJobs } from '../../features/job/running/RunningJobs';
import { RatesPanel } from '../../features/link/RatesPanel';
import { ThroughputPanel } from '../../features/link/ThroughputPanel';
import { HealthPanel } from '../../features/site/HealthPanel';
import { SpacePanel } from '../../features/site/SpacePanel';
import { PageHead } from '../../components/page/PageHead';
import { useMayLook } from '../../lib/session';
import { FirstSteps } from './FirstSteps';
import classes from './OverviewPage.module.css';

/** What needs a person, what runs, how fast, and whether all is well: in one look. */
export function OverviewPage() {
  // who only asks for data begins with what was asked for
  if (!useMayLook()) return <Navigate to="/requests" replace />;
  return (
    <>
      <PageHead title="Overview" />
      <div className={classes.page}>
        <div className={classes.main}>
          <FirstSteps />
          <AttentionPanel />
          <RunningJobs />
        </div>
        <div className={classes.side}>
          <ThroughputPanel />
          <RatesPanel of="links" />
          <HealthPanel />
          <SpacePanel />
        </div>
      </div>
    </>
  );
}
