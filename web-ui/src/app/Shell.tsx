import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { AttentionStrip } from '../features/attention/AttentionStrip';
import { wordsOf } from '../components/ErrorPanel';
import { useFeedState } from '../lib/live-updates';
import { sessionQuery, useLogout } from '../lib/session';
import classes from './Shell.module.css';

/** What is around every page. */
export function Shell() {
  const session = useQuery(sessionQuery).data;
  const logout = useLogout();
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to the page
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.product}>
          <img src="/favicon.svg" alt="" width={24} height={24} />
          <span>Bulk Data Mover</span>
        </Link>
        {session && (
          <span className={classes.site} title={`Version ${session.version}`}>
            site <bdi>{session.site}</bdi>
          </span>
        )}
        <span className={classes.spring} />
        <Feed />
        {session && (
          <span className={classes.owner} title={session.roles.join(', ')}>
            <bdi>{session.owner}</bdi>
          </span>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={logout.isPending}
          onClick={() => logout.mutate()}
        >
          Log out
        </Button>
      </header>
      {logout.isError && (
        <p role="alert" className={classes.problem}>
          Still logged in. {wordsOf(logout.error).detail}
        </p>
      )}
      <main id="main" className={classes.main} tabIndex={-1}>
        <AttentionStrip />
        <Outlet />
      </main>
    </>
  );
}

const FEED_WORDS = {
  connecting: ['Connecting', 'Connecting to the live feed.'],
  live: ['Live', 'Live: the server sends changes as they happen.'],
  polling: ['Every 2 s', 'No live feed now; this page refreshes every 2 s.'],
} as const;

function Feed() {
  const state = useFeedState();
  const [text, title] = FEED_WORDS[state];
  return (
    <span className={`${classes.feed} ${classes[state]}`} title={title}>
      {text}
    </span>
  );
}
