import { Tabs } from '@mantine/core';
import { PageHead } from '../../components/page/PageHead';
import { urlChoice, useUrlState } from '../../lib/url-state';
import classes from './PeoplePage.module.css';
import { TokensPanel } from './TokensPanel';
import { UsersPanel } from './UsersPanel';

const FIELDS = { tab: urlChoice<'people' | 'tokens'>(['people', 'tokens'], 'people') };

/** Who may do what here: people with passwords, and tokens of programs. */
export function PeoplePage() {
  const [view, change] = useUrlState(FIELDS);
  return (
    <>
      <PageHead title="People and tokens" about="People log in with a password, programs with a token." />
      <Tabs
        value={view.tab}
        onChange={(tab) => change({ tab: tab === 'tokens' ? 'tokens' : 'people' })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="tokens">Tokens</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people" className={classes.tab}>
          <UsersPanel />
        </Tabs.Panel>
        <Tabs.Panel value="tokens" className={classes.tab}>
          <TokensPanel />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
