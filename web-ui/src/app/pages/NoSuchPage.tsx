import { Button } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { Link, useLocation } from '@tanstack/react-router';
import { Empty } from '../../components/page/Empty';
import { PageHead } from '../../components/page/PageHead';
import { usePages } from '../shell/Menu';

/** At an address that no page has: the menu and the search stay, and a page that may be meant is offered. */
export function NoSuchPage() {
  const { pathname } = useLocation();
  const begin = pathname.split('/')[1]?.toLowerCase() ?? '';
  const meant = usePages()
    .flatMap(({ pages }) => pages)
    .filter(({ to, label, words }) => begin.length >= 3 && isMeant(begin, `${to} ${label} ${words ?? ''}`));
  return (
    <>
      <PageHead title="No such page" />
      <Empty title={`There is no page at ${pathname}`}>
        {meant.length > 0 && (
          <p>
            You may mean{' '}
            {meant.map(({ to, label }, at) => (
              <span key={to}>
                {at > 0 && ', '}
                <Link to={to}>{label}</Link>
              </span>
            ))}
            .
          </p>
        )}
        <p>
          <Link to="/">Overview</Link>{' '}
          <Button size="compact-sm" variant="default" onClick={() => spotlight.open()}>
            Search
          </Button>
        </p>
      </Empty>
    </>
  );
}

/** Without the `s` of a plural, so that `/site` and `/sites` mean the same. */
function isMeant(typed: string, words: string): boolean {
  const stem = typed.replace(/s$/, '');
  return words
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => word.startsWith(stem) || (word.length >= 4 && stem.startsWith(word.replace(/s$/, ''))));
}
