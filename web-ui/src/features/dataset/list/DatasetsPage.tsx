import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHead } from '../../../components/page/PageHead';
import { urlChoice, useUrlState } from '../../../lib/url-state';
import classes from '../state/dataset.module.css';
import { CompletenessTab } from './CompletenessTab';
import { DisputesTab } from './DisputesTab';
import { VersionsTab } from './VersionsTab';

type TabName = 'completeness' | 'versions' | 'disputes';

const TABS: readonly { name: TabName; title: string; show: ReactNode }[] = [
  { name: 'completeness', title: 'Completeness', show: <CompletenessTab /> },
  { name: 'versions', title: 'Versions', show: <VersionsTab /> },
  { name: 'disputes', title: 'Disputes', show: <DisputesTab /> },
];
const FIELDS = {
  tab: urlChoice<TabName>(
    TABS.map(({ name }) => name),
    'completeness',
  ),
};

/** The dataset versions that are known here: which site has how much of them, and what is disputed. */
export function DatasetsPage() {
  const [view, change] = useUrlState(FIELDS);
  const shown = TABS.find(({ name }) => name === view.tab)!;
  return (
    <>
      <PageHead
        title="Datasets"
        about="Who has how much of each dataset version, by what this site holds and indexes say"
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
