import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHead } from '../../components/page/PageHead';
import { useMay } from '../../lib/session';
import { urlChoice, useUrlState } from '../../lib/url-state';
import { BackupsPanel } from './BackupsPanel';
import { DoctorPanel } from './DoctorPanel';
import { HooksPanel } from './HooksPanel';
import { LogPanel } from './LogPanel';
import { PasswordPanel } from './PasswordPanel';
import classes from './SettingsPage.module.css';

type TabName = 'hooks' | 'backups' | 'doctor' | 'log' | 'password';

const TABS: readonly { name: TabName; title: string; for: 'admin' | 'operator' | 'all'; show: ReactNode }[] =
  [
    { name: 'hooks', title: 'Hooks', for: 'admin', show: <HooksPanel /> },
    { name: 'backups', title: 'Backups', for: 'admin', show: <BackupsPanel /> },
    { name: 'doctor', title: 'Doctor', for: 'operator', show: <DoctorPanel /> },
    { name: 'log', title: 'Log', for: 'admin', show: <LogPanel /> },
    { name: 'password', title: 'Password', for: 'all', show: <PasswordPanel /> },
  ];
const FIELDS = {
  tab: urlChoice<TabName | ''>(['', ...TABS.map(({ name }) => name)], ''),
};

/** What an administrator sets while the server runs, and the own password. */
export function SettingsPage() {
  const [view, change] = useUrlState(FIELDS);
  const isAdmin = useMay('admin');
  const isOperator = useMay('operator');
  const shown = TABS.filter(({ for: whom }) => whom === 'all' || (whom === 'admin' ? isAdmin : isOperator));
  const tab = shown.find(({ name }) => name === view.tab) ?? shown[0]!;
  return (
    <>
      <PageHead
        title="Settings"
        about={
          isAdmin
            ? 'What can be changed while the server runs; the rest stands in its settings file.'
            : undefined
        }
      />
      <Tabs value={tab.name} onChange={(name) => change({ tab: name as TabName })} keepMounted={false}>
        <Tabs.List>
          {shown.map(({ name, title }) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab.name} className={classes.tab}>
          {tab.show}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
