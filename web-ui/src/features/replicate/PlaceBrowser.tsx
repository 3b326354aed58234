import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { wordsOf } from '../../components/ErrorPanel';
import { ApiProblem } from '../../lib/api-client';
import { bytesText } from '../../lib/units';
import classes from './PlaceBrowser.module.css';
import { PairedTrees } from './PairedTrees';
import { useEntries, type Export } from './replicate-queries';
import { above, below, endpointOf, endpointText } from './wish';

interface PlaceBrowserProps {
  label: string;
  description: string;
  value: string;
  onValue: (endpoint: string, isFile: boolean) => void;
  ownSite: string;
  /** where one may begin */
  begins: readonly Export[];
  /** sites whose trees are offered as well */
  paired: readonly string[];
  /** whether files can be chosen */
  files: boolean;
}

/** A place at a site, typed or found by walking through its directories. */
export function PlaceBrowser({
  label,
  description,
  value,
  onValue,
  ownSite,
  begins,
  paired,
  files,
}: PlaceBrowserProps) {
  const [walked, setWalked] = useState(value);
  const place = endpointOf(walked);
  const go = (endpoint: string) => {
    setWalked(endpoint);
    onValue(endpoint, false);
  };
  return (
    <div className={classes.browser}>
      <TextInput
        label={label}
        description={description}
        placeholder="bdm://SITE/EXPORT/path"
        value={value}
        onChange={(event) => onValue(event.currentTarget.value, false)}
        onBlur={() => setWalked(value)}
        error={
          value !== '' && endpointOf(value) === null && value === walked && 'Begins with bdm://SITE/EXPORT'
        }
        required
      />
      {begins.length > 0 && (
        <div className={classes.begins}>
          {begins.map(({ site, name, freeBytes }) => (
            <Button
              key={`${site}/${name}`}
              size="compact-xs"
              variant="default"
              onClick={() => go(endpointText({ site, export: name, path: '' }))}
            >
              {site}/{name}
              {freeBytes !== null && <span className={classes.soft}>&nbsp;{bytesText(freeBytes)} free</span>}
            </Button>
          ))}
        </div>
      )}
      {paired.length > 0 && <PairedTrees sites={paired} onGo={go} />}
      {place !== null && (
        <Listing
          what={label}
          place={walked}
          ownSite={ownSite}
          onGo={go}
          onFile={files ? (endpoint) => onValue(endpoint, true) : null}
        />
      )}
    </div>
  );
}

interface ListingProps {
  what: string;
  place: string;
  ownSite: string;
  onGo: (endpoint: string) => void;
  onFile: ((endpoint: string) => void) | null;
}

function Listing({ what, place, ownSite, onGo, onFile }: ListingProps) {
  const here = endpointOf(place)!;
  const list = useEntries(here, ownSite);
  const up = above(here);
  if (list.error != null && !list.isKnown) return <NotListed error={list.error} isMade={onFile === null} />;
  return (
    <ul className={classes.entries} aria-label={`Directory of ${what}`} aria-busy={!list.isKnown}>
      {up !== null && (
        <li>
          <button type="button" className={classes.directory} onClick={() => onGo(endpointText(up))}>
            ↑ up
          </button>
        </li>
      )}
      {list.isKnown && list.rows.length === 0 && <li className={classes.soft}>Nothing is here.</li>}
      {list.rows.map(({ name, kind, size }) => {
        const endpoint = endpointText(below(here, name));
        const shown = decoded(name);
        return (
          <li key={name} className={classes.entry}>
            {kind === 'DIRECTORY' ? (
              <button type="button" className={classes.directory} onClick={() => onGo(endpoint)}>
                <bdi>{shown}</bdi>/
              </button>
            ) : onFile !== null && kind === 'FILE' ? (
              <button type="button" className={classes.file} onClick={() => onFile(endpoint)}>
                <bdi>{shown}</bdi>
              </button>
            ) : (
              <bdi className={classes.soft}>{shown}</bdi>
            )}
            {size !== null && <span className={classes.soft}>{bytesText(size)}</span>}
          </li>
        );
      })}
      {list.hasMore && (
        <li>
          <Button size="compact-xs" variant="default" loading={list.isLoadingMore} onClick={list.more}>
            More
          </Button>
        </li>
      )}
    </ul>
  );
}

function NotListed({ error, isMade }: { error: unknown; isMade: boolean }) {
  const isMissing =
    error instanceof ApiProblem && ['SOURCE_NOT_FOUND', 'NOT_FOUND', 'NOT_A_DIRECTORY'].includes(error.code);
  if (isMissing && isMade)
    return <p className={classes.soft}>This directory is not there yet; it is made.</p>;
  const { detail, next } = wordsOf(error);
  return (
    <p role="alert" className={classes.trouble}>
      {detail} {next}
    </p>
  );
}

/** Names come percent-escaped; one that is not UTF-8 stays so. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
