import { limitText } from '../../../lib/units';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/messages';

type Options = Schemas['JobOptions'];
type Words = Record<string, string>;

const VERIFY: Words = {
  stream: 'each block while it is written',
  readback: 'read back from the device after writing',
};
const CONFLICT: Words = {
  skip: 'a different file at the destination stays, that file fails',
  fail: 'a different file at the destination ends the job',
  overwrite: 'a different file at the destination is replaced',
};
const NO_SPACE: Words = {
  pause: 'the job pauses before its first byte',
  trickle: 'files are transferred as long as 1 GiB stays free',
};
const ORDER: Words = {
  listed: 'as listed',
  smallest: 'small files first',
  largest: 'large files first',
  mixed: 'large and small files in turn',
  oldest: 'old files first',
};
const SAME: Words = {
  exists: 'same name',
  size: 'same name and size',
  mtime: 'same name, size and time',
  checksum: 'same content',
};
const LINKS: Words = { keep: 'kept', follow: 'followed', skip: 'skipped' };
const PRESERVE: Words = {
  mode: 'permission bits, without setuid, setgid and write for others',
  'mode-as-is': 'all permission bits',
};
const REUSE: Words = {
  copy: 'copied from files that the site holds',
  link: 'linked to files that the site holds',
  off: 'fetched again',
};

export function verifyText(verify: string): string {
  return VERIFY[verify] ?? verify;
}

/** The options of a job in plain words; null and left out options have none. */
export function optionFacts(options: Options): [string, ReactNode][] {
  const rate = options.maxRateBytesPerSecond;
  return [
    ['Priority', options.priority != null && `${options.priority} (1 is first, 5 is last)`],
    ['Maximal rate', rate == null || rate === 0 ? 'none' : limitText(rate)],
    [
      'Data streams',
      options.streams == null ? 'as many as are fastest' : `${options.streams} in each session`,
    ],
    ['Verification', said(VERIFY, options.verify)],
    ['Digest', options.digest],
    ['Skipped if', said(SAME, options.syncLevel)],
    ['On conflict', said(CONFLICT, options.onConflict)],
    ['Not enough space', said(NO_SPACE, options.onNoSpace)],
    ['Order', said(ORDER, options.order)],
    ['Class of packets (DSCP)', options.dscp],
    ['SciTag', options.scitag != null && String(options.scitag)],
    ['Symbolic links', said(LINKS, options.symlinks)],
    ['Hard links', options.hardLinks === 'keep' && 'kept: one name is transferred, others are linked'],
    ['Preserved', said(PRESERVE, options.preserve)],
    ['Mirror', options.delete === true && 'what the source no longer has becomes a removal plan'],
    ['Only', globs(options.include)],
    ['Without', globs(options.exclude)],
    ...sourceFacts(options.sourcePolicy),
    ...otherFacts(options),
  ];
}

const SAID = new Set([
  'priority',
  'maxRateBytesPerSecond',
  'streams',
  'verify',
  'digest',
  'syncLevel',
  'onConflict',
  'onNoSpace',
  'order',
  'dscp',
  'scitag',
  'symlinks',
  'hardLinks',
  'preserve',
  'delete',
  'include',
  'exclude',
  'sourcePolicy',
]);

/** Options without words of their own, so that a new one is seen before it has some: `someThing` is read as "Some thing". */
function otherFacts(options: Options): [string, ReactNode][] {
  return Object.entries(options)
    .filter(([name, value]) => !SAID.has(name) && value != null && value !== false)
    .map(([name, value]) => {
      const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return [words.charAt(0).toUpperCase() + words.slice(1), value === true ? 'yes' : String(value)];
    });
}

function sourceFacts(policy: Options['sourcePolicy']): [string, ReactNode][] {
  if (policy == null) return [];
  return [
    ['Files held here', said(REUSE, policy.reuse)],
    ['Also read at', globs(policy.alsoAt)],
    ['Data nodes first', globs(policy.preferNodes)],
    ['Data nodes never', globs(policy.avoidNodes)],
    ['Variant of', globs(policy.variantNode == null ? null : [policy.variantNode])],
    ['Relay', globs(policy.relay)],
  ];
}

function said(words: Words, value: string | null | undefined): ReactNode {
  return value == null ? null : (words[value] ?? value);
}

function globs(texts: readonly string[] | null | undefined): ReactNode {
  if (texts == null || texts.length === 0) return null;
  return texts.map((text, index) => (
    <span key={text}>
      {index > 0 && ', '}
      <bdi>{text}</bdi>
    </span>
  ));
}
