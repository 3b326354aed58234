import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHead } from '../../../components/page/PageHead';
import { urlChoice, useUrlState } from '../../../lib/url-state';
import classes from '../state/holding.module.css';
import { FilesTab } from './FilesTab';
import { PurgesTab } from './PurgesTab';
import { QuarantineTab } from './QuarantineTab';
import { ScrubTab } from './ScrubTab';
import { SurveysTab } from './SurveysTab';

type TabName = 'files' | 'surveys' | 'purges' | 'quarantine' | 'scrub';

const TABS: readonly { name: TabName; title: string; show: ReactNode }[] = [
  { name: 'files', title: 'Files', show: <FilesTab /> },
  { name: 'surveys', title: 'Scans and checks', show: <SurveysTab /> },
  { name: 'purges', title: 'Purge plans', show: <PurgesTab /> },
  { name: 'quarantine', title: 'Quarantine', show: <QuarantineTab /> },
  { name: 'scrub', title: 'Scrub', show: <ScrubTab /> },
];
const FIELDS = {
  tab: urlChoice<TabName>(
    TABS.map(({ name }) => name),
    'files',
  ),
};

/** The files that this site holds, their checks, and their removal. */
export function HoldingsPage() {
  const [view, change] = useUrlState(FIELDS);
  const shown = TABS.find(({ name }) => name === view.tab)!;
  return (
    <>
      <PageHead
        title="Holdings"
        about="The files of this site: their state, their checks, and what may be removed"
      />
      <Tabs value={shown.name} onChange={(name) => change({ tab: name as TabName })} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {TABS.map(({ name, title }) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.name} className={classes.tab}>
          {shown.show}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
