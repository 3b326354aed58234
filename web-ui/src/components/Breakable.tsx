import { Fragment } from 'react';

/** A name of many parts: its lines break behind a dot, a slash or an underscore where they can, not within a part. */
export function Breakable({ children }: { children: string }) {
  return children.split(/(?<=[./_])(?![./_])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
