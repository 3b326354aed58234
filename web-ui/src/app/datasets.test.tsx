import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const DATASET = 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803';
const SITES = ['dkrz', 'esgf.ceda.example'];
const partial: Schemas['Cell'] = {
  state: 'PARTIAL',
  files: 3,
  verified: 2,
  verifiedAs: 'published',
  verifiedAt: '2026-11-20T10:00:00Z',
  otherVersion: null,
  notConfigured: [],
};
const complete: Schemas['Cell'] = {
  ...partial,
  state: 'COMPLETE',
  files: 5,
  verified: 0,
  verifiedAs: null,
  verifiedAt: null,
};
const groups: Schemas['CompletenessGroupsView'] = {
  facet: 'source_id',
  datasets: 12,
  sites: SITES,
  groups: [
    { value: 'IPSL-CM6A-LR', datasets: 8, cells: [{ COMPLETE: 6, ABSENT: 2 }, { COMPLETE: 8 }] as never },
    { value: '', datasets: 4, cells: [{}, { PARTIAL: 4 }] as never },
  ],
};
const rows: Schemas['CompletenessView'] = {
  sites: SITES,
  rows: [
    {
      dataset: DATASET,
      files: 5,
      bytes: 5_000_000,
      latest: true,
      retracted: false,
      mark: null,
      cells: [partial, complete],
    },
  ],
  nextCursor: null,
};
const dataset: Schemas['DatasetView'] = {
  instanceId: DATASET,
  project: 'CMIP6',
  files: 1,
  bytes: 5_000_000,
  nodes: 2,
  variants: 2,
  latest: true,
  retracted: false,
  deprecated: false,
  firstSeen: '2026-11-20T10:00:00Z',
  lastSeen: '2026-11-21T10:00:00Z',
};
const file = (digest: string, node: string) => ({
  name: 'tas_185001-201412.nc',
  size: 5_000_000,
  trackingId: null,
  digests: [{ algorithm: 'sha256', value: digest, nodes: 1 }],
  copies: [{ node, url: `https://${node}/tas.nc`, missing: null }],
});
const replicaSet = {
  dataset,
  directory: 'CMIP6/CMIP/IPSL',
  pid: null,
  nodes: [
    { name: 'esgf.ipsl.example', original: true, files: 1, bytes: 5_000_000 },
    { name: 'esgf.ceda.example', original: false, files: 1, bytes: 5_000_000 },
  ],
  notes: [
    { code: 'NODES_DIFFER', kind: 'FINDING', subject: DATASET, text: 'ipsl and ceda hold different bytes' },
  ],
  variants: [
    { number: 0, nodes: ['esgf.ipsl.example'], files: [file('aa', 'esgf.ipsl.example')] },
    { number: 1, nodes: ['esgf.ceda.example'], files: [file('bb', 'esgf.ceda.example')] },
  ],
  claims: [
    {
      index: 'east',
      node: 'esgf.ceda.example',
      replica: true,
      latest: true,
      retracted: null,
      deprecated: null,
      files: 1,
      bytes: 5_000_000,
      indexedAt: null,
      firstSeen: null,
      lastSeen: '2026-11-21T10:00:00Z',
    },
  ],
} as unknown as Schemas['ReplicaSetView'];
const dispute: Schemas['DisputeView'] = {
  id: 'dispute-1',
  jobId: 'JOB1',
  fileId: 'f1',
  destination: 'bdm://dkrz/replica/CMIP6/tas_185001-201412.nc',
  bytes: 5_000_000,
  published: [{ algorithm: 'sha256', value: 'aa' }],
  found: { algorithm: 'sha256', value: 'bb' },
  locations: ['https://a.example/tas.nc', 'https://b.example/tas.nc'],
  isKept: true,
  state: 'OPEN',
  openedAt: '2026-11-20T10:00:00Z',
  decidedAt: null,
  decidedBy: null,
  remark: null,
  report: 'Published sha256:aa, both copies have sha256:bb.',
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server
    .on('GET /completeness/groups', groups)
    .on('GET /completeness', rows)
    .on('GET /datasets', aPage(dataset))
    .on(`GET /datasets/${DATASET}`, replicaSet)
    .on('GET /holdings', aPage())
    .on('GET /disputes', aPage(dispute))
    .on('GET /disputes/dispute-1', dispute);
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

function signIn(role: string): void {
  server.on('GET /login', { owner: 'eva', roles: [role], csrfToken: 'x', expiresAt: '2030-01-01T00:00:00Z' });
}

const sent = (request: string) => server.bodies[server.requests.indexOf(request)];
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('the map says of each group how much each site has, and a group opens as its datasets', async () => {
  open('/datasets');
  const row = await screen.findByRole('row', { name: /IPSL-CM6A-LR/ });
  expect(within(row).getByText('dkrz: 6 complete, 2 absent')).toBeInTheDocument();
  expect(within(row).getByText('75 %')).toBeVisible();
  expect(screen.getByRole('row', { name: /others/ })).toBeVisible();
  await userEvent.click(await button('IPSL-CM6A-LR'));
  expect(await screen.findByRole('table', { name: 'Datasets by sites' })).toBeVisible();
  expect(
    await screen.findByText('dkrz: partial, 3 of 5 files, 2 verified here (published)'),
  ).toBeInTheDocument();
  expect(new URLSearchParams(window.location.search).get('q')).toBe('source_id=IPSL-CM6A-LR');
});

test('facets and their exclusions are asked for one by one', async () => {
  open('/datasets?show=datasets&q=table_id%3DAmon%20experiment_id!%3DpiControl%20nonsense');
  await screen.findByRole('table', { name: 'Datasets by sites' });
  const asked = server.requests.find((each) => each.startsWith('GET /completeness?'))!;
  expect(new URL(asked.slice(4), 'http://x').searchParams.getAll('facet')).toEqual([
    'table_id=Amon',
    'experiment_id!=piControl',
  ]);
});

test('names from a mail are looked up, one or many in a line', async () => {
  server.on('POST /completeness', rows);
  open('/datasets');
  await userEvent.click(await button('Look up names …'));
  const dialog = await screen.findByRole('dialog');
  await fill(within(dialog).getByRole('textbox'), `${DATASET}, other.v1`);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Look up' }));
  expect(await within(dialog).findByText('esgf.ceda.example: complete, 5 of 5 files')).toBeInTheDocument();
  expect(sent('POST /completeness')).toEqual({ datasets: [DATASET, 'other.v1'] });
});

test('versions of which nodes hold different bytes are found', async () => {
  open('/datasets?tab=versions');
  expect(await screen.findByRole('row', { name: /tas.gr.v20180803.*2 variants.*4.77 MiB/ })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Nodes hold different bytes');
  await waitFor(() => expect(server.requests.at(-1)).toContain('divergent=true'));
});

test('a dispute shows what was published and what the copies are, and is accepted with a remark', async () => {
  server.on('POST /disputes/dispute-1/accept', { ...dispute, state: 'ACCEPTED', decidedBy: 'eva' });
  open('/datasets?tab=disputes');
  await userEvent.click(await button('tas_185001-201412.nc'));
  expect(await screen.findByText('sha256:aa')).toBeVisible();
  expect(screen.getByText('sha256:bb')).toBeVisible();
  await fill(screen.getByLabelText(/Remark/), 'IPSL confirmed it');
  await userEvent.click(await button('Accept the bytes'));
  await waitFor(() =>
    expect(sent('POST /disputes/dispute-1/accept')).toEqual({ remark: 'IPSL confirmed it' }),
  );
});

test('bytes that are not kept cannot be accepted', async () => {
  server.on('GET /disputes/dispute-1', { ...dispute, isKept: false });
  open('/datasets?tab=disputes');
  await userEvent.click(await button('tas_185001-201412.nc'));
  expect(await button('Accept the bytes')).toBeDisabled();
});

test('a reader sees a dispute and decides nothing', async () => {
  signIn('reader');
  open('/datasets?tab=disputes');
  await userEvent.click(await button('tas_185001-201412.nc'));
  expect(await screen.findByText(/both copies have/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept the bytes' })).toBeNull();
});

test('variants of a dataset are shown one at a time', async () => {
  open(`/datasets/${DATASET}`);
  expect(await screen.findByText('ipsl and ceda hold different bytes')).toBeVisible();
  expect(screen.getByText('esgf.ipsl.example has it')).toBeInTheDocument();
  expect(screen.queryByText('esgf.ceda.example has it')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Variant 2' }));
  expect(await screen.findByText('esgf.ceda.example has it')).toBeInTheDocument();
  expect(window.location.search).toBe('?variant=1');
});

test('our copy is published with a credential of that moment', async () => {
  signIn('operator');
  server.on('POST /publications', {
    dataset: DATASET,
    index: 'east',
    node: 'n',
    collection: 'CMIP6',
    files: 5,
    sent: 5,
    shown: 0,
  });
  open(`/datasets/${DATASET}`);
  await userEvent.click(await button('Publish our copy …'));
  const dialog = await screen.findByRole('dialog');
  for (const [label, value] of [
    [/^Index/, 'east'],
    [/Data node/, 'n'],
    [/Address of the files/, 'https://n/files'],
    [/Credential/, 'secret'],
  ] as const)
    await fill(within(dialog).getByLabelText(label), value);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
  expect(await within(dialog).findByText(/accepted 5 files/)).toBeVisible();
  expect(sent('POST /publications')).toEqual({
    dataset: DATASET,
    index: 'east',
    node: 'n',
    root: 'https://n/files',
    credential: 'secret',
  });
});

test('a reader of a dataset has no button to publish', async () => {
  signIn('reader');
  open(`/datasets/${DATASET}`);
  expect(await screen.findByRole('heading', { level: 1, name: DATASET })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Publish our copy …' })).toBeNull();
});
