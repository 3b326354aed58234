import type { ReactNode } from 'react';
import { useTitle } from '../../lib/title';
import { Breakable } from '../Breakable';
import classes from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** a way back, or what stands above the title */
  above?: ReactNode;
  /** one line about what is shown */
  about?: ReactNode;
  /** buttons on the right */
  children?: ReactNode;
}

/** The head of each page: names the page in the browser as well. */
export function PageHead({ title, above, about, children }: PageHeadProps) {
  useTitle(title);
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        {above !== undefined && <div className={classes.above}>{above}</div>}
        <h1 className={classes.title}>
          <bdi>
            <Breakable>{title}</Breakable>
          </bdi>
        </h1>
        {about !== undefined && <p className={classes.about}>{about}</p>}
      </div>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
