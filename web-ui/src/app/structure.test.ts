import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '..');
const IMPORT = /(?:from|import)\s+'(\.[^']+)'/g;
/** Who may use whom; api is at the bottom. */
const ALLOWED: Record<string, readonly string[]> = {
  app: ['features', 'components', 'lib', 'api'],
  features: ['components', 'lib', 'api'],
  components: ['lib', 'api'],
  lib: ['api'],
  api: [],
  testing: ['api'],
};

interface Import {
  from: string;
  to: string;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
const imports = files
  .filter((file) => !file.includes('.test.') && file.includes('/'))
  .flatMap((file) => importsOf(file));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, path]) => ({
    from: file,
    to: relative(SOURCE, resolve(SOURCE, dirname(file), path!)),
  }));
}

const folder = (path: string) => path.split('/')[0]!;
const feature = (path: string) => (folder(path) === 'features' ? path.split('/')[1]! : null);

test('a feature does not import a feature', () => {
  expect(imports.length).toBeGreaterThan(50);
  const crossing = imports.filter(
    ({ from, to }) => feature(from) !== null && feature(to) !== null && feature(from) !== feature(to),
  );
  expect(crossing).toEqual([]);
});

test('rooms of a feature use what all of them share, and the state of things; never one another', () => {
  const room = (path: string) => path.split('/').slice(2, -1).join('/');
  const inside = imports.filter(({ from, to }) => feature(from) !== null && feature(from) === feature(to));
  expect(inside.length).toBeGreaterThan(10);
  const wrong = inside.filter(({ from, to }) => room(from) !== room(to) && !['', 'state'].includes(room(to)));
  expect(wrong).toEqual([]);
});

test('folders use only the folders below them', () => {
  const wrong = imports.filter(
    ({ from, to }) => folder(from) !== folder(to) && ALLOWED[folder(from)]?.includes(folder(to)) !== true,
  );
  expect(wrong).toEqual([]);
});

test('no file has more than 400 lines', () => {
  const long = files.filter(
    (file) =>
      !file.endsWith('schema.d.ts') && readFileSync(join(SOURCE, file), 'utf8').split('\n').length > 400,
  );
  expect(long).toEqual([]);
});
