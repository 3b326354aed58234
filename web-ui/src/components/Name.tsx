import { Fragment } from 'react';
import classes from './Name.module.css';

/**
 * A name or path that somebody else chose: text only, in a direction of its own so that it cannot turn the text around it.
 * The server has percent-escaped what is not printable. Lines break behind a slash where they can.
 */
export function Name({ children }: { children: string }) {
  return (
    <bdi className={classes.name} title={children}>
      {children.split(/(?<=\/)(?!\/)/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}
