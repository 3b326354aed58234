import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { ProgressBar } from '../../../components/ProgressBar';
import { useMay } from '../../../lib/session';
import { bytesText, countText, filesText, limitText, percentText } from '../../../lib/units';
import { usePatchScrub, useScrub, type Scrub } from '../holding-queries';
import { scrubWords } from '../state/holding-state';
import classes from '../state/holding.module.css';
import { ScrubDialog } from './ScrubDialog';

/** Shows and changes the budget of the scrub, and shows what it did this week. */
export function ScrubTab() {
  const asked = useScrub();
  return (
    <Known asked={asked} what="Scrub">
      {(scrub) => (
        <div className={classes.page}>
          <StatePanel scrub={scrub} />
          <WeekPanel scrub={scrub} />
        </div>
      )}
    </Known>
  );
}

function StatePanel({ scrub }: { scrub: Scrub }) {
  const mayChange = useMay('operator');
  const patch = usePatchScrub();
  const [isSetting, setSetting] = useState(false);
  const words = scrubWords(scrub.state);
  const aside = mayChange && (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setSetting(true)}>
        Change the budget …
      </Button>{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={patch.isPending}
        onClick={() => patch.mutate({ isOn: !scrub.isOn })}
      >
        {scrub.isOn ? 'Pause' : 'Start'}
      </Button>
    </>
  );
  return (
    <Panel title="Budget" aside={aside}>
      {patch.error !== null && <ErrorPanel error={patch.error} />}
      {scrub.trouble !== null && (
        <p className={classes.notice}>
          <bdi>{scrub.trouble}</bdi>
          {scrub.troubleAt !== null && (
            <>
              {' '}
              (<Moment at={scrub.troubleAt} />)
            </>
          )}
        </p>
      )}
      <Facts
        facts={[
          [
            'State',
            <Badge key="state" tone={words.tone}>
              {scrub.state}
            </Badge>,
          ],
          ['Now', words.says],
          ['Share', `${scrub.percentPerWeek} % of all held files a week`],
          ['Hours', scrub.hours === 'always' ? 'always' : `${scrub.hours}, ${scrub.zone}`],
          ['Rate', `at most ${limitText(scrub.bytesPerSecond)} for the whole site`],
          [
            'Oldest check',
            scrub.oldestCheckAt === null ? (
              'not every file has been checked'
            ) : (
              <Moment key="oldest" at={scrub.oldestCheckAt} full />
            ),
          ],
        ]}
      />
      {isSetting && <ScrubDialog scrub={scrub} onClose={() => setSetting(false)} />}
    </Panel>
  );
}

function WeekPanel({ scrub }: { scrub: Scrub }) {
  const { week } = scrub;
  return (
    <Panel title="This week">
      <div className={classes.progress}>
        <div>
          {countText(week.checked)} of {filesText(week.filesMax)} checked (
          {percentText(week.checked, week.filesMax)}), {bytesText(week.bytes)} read
        </div>
        <ProgressBar total={week.filesMax} shares={[{ className: classes.checked, amount: week.checked }]} />
      </div>
      <Facts
        facts={[
          [
            'Since',
            week.beganAt === null ? 'not started yet' : <Moment key="since" at={week.beganAt} full />,
          ],
          ['Found damaged', countText(week.damaged)],
          ['Found missing', countText(week.missing)],
          ['Unreadable', countText(week.unreadable)],
          ['Damaged now', <Now key="damaged" count={scrub.damagedFiles} state="DAMAGED" />],
          ['Missing now', <Now key="missing" count={scrub.missingFiles} state="MISSING" />],
        ]}
      />
    </Panel>
  );
}

function Now({ count, state }: { count: number; state: string }) {
  if (count === 0) return <>0</>;
  return (
    <Link to="/holdings" search={{ state } as never}>
      {filesText(count)}
    </Link>
  );
}
