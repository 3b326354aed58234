import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { spotlight } from '@mantine/spotlight';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { AttentionCount } from '../../features/attention/AttentionCount';
import { useMayLook, type Session } from '../../lib/session';
import { zoneText } from '../../lib/time';
import { AccountMenu } from './AccountMenu';
import { Connection } from './Connection';
import { Menu } from './Menu';
import { Palette } from './Palette';
import classes from './Shell.module.css';

/** What is around every page. */
export function Shell({ session, children }: { session: Session; children?: ReactNode }) {
  const { pathname } = useLocation();
  const mayLook = useMayLook();
  const [zone] = useState(() => zoneText(new Date()));
  // the menu of a phone closes with the page from which it was opened
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the page
      </a>
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          aria-label="Menu"
          onClick={() => setOpenedAt(pathname)}
        >
          <IconMenu2 size={18} aria-hidden />
        </ActionIcon>
        <Link to="/" className={classes.product} aria-label="Bulk Data Mover, overview">
          <img src="/favicon.svg" alt="" width={22} height={22} />
          <span className={classes.productName}>Bulk Data Mover</span>
        </Link>
        <span className={classes.site} title={`Version ${session.version}`}>
          <span className={classes.soft}>site</span> <bdi>{session.site}</bdi>
        </span>
        {session.isDemo && (
          <span className={classes.demo}>
            Demo<span className={classes.demoMore}> data</span>
          </span>
        )}
        <span className={classes.spring} />
        <button
          type="button"
          className={classes.search}

          onClick={() => spotlight.open()}
        >
          <IconSearch size={14} aria-hidden />
          <span className={classes.searchText}>Go to …</span>
          <kbd className={classes.key} aria-hidden>
            Ctrl K
          </kbd>
        </button>
        {mayLook && (
          <>
            <Connection />
            <AttentionCount />
          </>
        )}
        <AccountMenu session={session} />
      </header>
      <nav className={classes.nav} aria-label="Pages">
        <Menu />
      </nav>
      <Drawer
        opened={openedAt === pathname}
        onClose={() => setOpenedAt(null)}
        title="Pages"
        size={260}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <nav aria-label="Pages">
          <Menu />
        </nav>
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        {children ?? <Outlet />}
        <p className={classes.zone}>Times are in {zone}; the title of each has it in UTC as well.</p>
      </main>
      <Palette />
    </div>
  );
}
