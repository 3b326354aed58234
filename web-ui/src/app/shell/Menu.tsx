import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session';
import { PAGE_GROUPS, type PageGroup } from './pages';
import classes from './Menu.module.css';

/** The pages that somebody with these roles sees. */
export function pagesFor(roles: readonly string[]): PageGroup[] {
  return PAGE_GROUPS.map((group) => ({
    ...group,
    pages: group.pages.filter(
      (page) =>
        page.roles === undefined ||
        roles.includes('admin') ||
        page.roles.some((role) => roles.includes(role)),
    ),
  })).filter((group) => group.pages.length > 0);
}

export function usePages(): PageGroup[] {
  return pagesFor(useQuery(sessionQuery).data?.roles ?? []);
}

export function Menu() {
  return (
    <>
      {usePages().map((group) => (
        <div key={group.name ?? ''} className={classes.group}>
          {group.name !== null && <h2 className={classes.name}>{group.name}</h2>}
          <ul className={classes.pages}>
            {group.pages.map((page) => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  className={classes.page}
                  activeProps={{ className: classes.active! }}
                  activeOptions={{ exact: page.to === '/', includeSearch: false }}
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
