import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const plan: Schemas['PurgeView'] = {
  id: 'purge-2',
  selection: 'superseded, in export replica',
  owner: 'ann',
  appliedBy: null,
  state: 'OPEN',
  datasets: 2,
  files: 36,
  bytes: 1_572_864_000,
  removedFiles: 0,
  removedBytes: 0,
  keptFiles: 0,
  quarantinedFiles: 0,
  quarantinedBytes: 0,
  withoutSuccessor: false,
  mirror: null,
  note: null,
  problem: null,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2030-01-01T00:00:00Z',
  begunAt: null,
  endedAt: null,
};
const mirror: Schemas['PurgeView'] = {
  ...plan,
  id: 'purge-4',
  datasets: 0,
  files: 2400,
  mirror: {
    job: 'job-12',
    destinationFiles: 4210,
    confirmCount: 2400,
    largest: [{ path: 'replica/CMIP6/CMIP', files: 2000, bytes: 1_000_000_000 }],
    cautions: ["'CMIP6/CMIP' had 2000 files and lists as empty now"],
  },
};
const dataset: Schemas['PurgeDatasetView'] = {
  dataset: 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803',
  state: 'SUPERSEDED',
  reason: 'west says that a newer version is published',
  newer: 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20200110',
  newerFiles: 12,
  newerVerified: 12,
  newerEvidence: 'published',
  elsewhere: 'esgf.ipsl.example, esgf.nci.example',
  files: 24,
  bytes: 1_048_576_000,
};
const alone: Schemas['PurgeDatasetView'] = {
  ...dataset,
  dataset: 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.pr.gr.v20180803',
  state: 'RETRACTED',
  newer: null,
  newerFiles: 0,
  newerVerified: 0,
  newerEvidence: null,
  elsewhere: '',
};
const file: Schemas['PurgeFileView'] = {
  export: 'replica',
  path: 'CMIP6/CMIP/tas_1.nc',
  size: 43_690_133,
  modified: '2020-11-20T10:00:00Z',
  outcome: 'PENDING',
  reason: '',
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.on('GET /purges', aPage(mirror, plan));
  give(plan);
});

function give(purge: Schemas['PurgeView'], ...files: Schemas['PurgeFileView'][]): void {
  server
    .on(`GET /purges/${purge.id}`, purge)
    .on(`GET /purges/${purge.id}/datasets`, purge.mirror == null ? aPage(dataset, alone) : aPage())
    .on(`GET /purges/${purge.id}/files`, aPage(...(files.length === 0 ? [file] : files)));
}

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

function signIn(role: string): void {
  server.on('GET /login', {
    owner: 'eva',
    roles: [role],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
}

const sent = (request: string) => server.bodies[server.requests.indexOf(request)];
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

test('the plans are listed with what they take', async () => {
  open('/holdings?tab=purges');
  expect(
    await screen.findByRole('row', { name: /purge-2.*superseded, in export.*OPEN.*36.*1.46 GiB/ }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'purge-2' }));
  expect(await screen.findByRole('heading', { name: 'Purge plan purge-2' })).toBeVisible();
});

test('the review says of each version why it may go, what replaces it, and how many other copies there are', async () => {
  open('/holdings/purges/purge-2');
  const replaced = await screen.findByRole('row', { name: /tas.gr.v20180803/ });
  expect(replaced).toHaveTextContent('SUPERSEDED');
  expect(replaced).toHaveTextContent('west says that a newer version is published');
  expect(replaced).toHaveTextContent('v20200110, 12/12 verified');
  expect(replaced).toHaveTextContent('2 esgf.ipsl.example, esgf.nci.example');
  expect(screen.getByRole('row', { name: /pr.gr.v20180803/ })).toHaveTextContent('none known');
  expect(screen.getByText(/none known of 1 dataset version/)).toBeVisible();
  expect(screen.getByText('36 files, 1.46 GiB')).toBeVisible();
});

test('an apply asks first, with numbers and with where the files go', async () => {
  server.on('POST /purges/purge-2/apply', { ...plan, state: 'APPLYING' });
  open('/holdings/purges/purge-2');
  await screen.findByRole('row', { name: /pr.gr.v20180803/ });
  await userEvent.click(await button('Apply …'));
  const asked = await dialog();
  expect(await asked.findByText(/of 2 dataset versions, are deleted from disk/)).toHaveTextContent(
    '36 files with 1.46 GiB, of 2 dataset versions, are deleted from disk. This cannot be undone',
  );
  expect(asked.getByText(/Of 1 dataset version no other copy is known/)).toBeVisible();
  expect(sent('POST /purges/purge-2/apply')).toBeUndefined();
  await userEvent.click(asked.getByRole('button', { name: 'Delete 36 files' }));
  await expect.poll(() => sent('POST /purges/purge-2/apply')).toEqual({ confirmCount: null });
});

test('a mirror plan of more than half goes into the quarantine, and only with its number repeated', async () => {
  give(mirror);
  server.on('POST /purges/purge-4/apply', { ...mirror, state: 'APPLYING' });
  open('/holdings/purges/purge-4');
  expect(await screen.findByRole('row', { name: /replica\/CMIP6\/CMIP.*2,000/ })).toBeVisible();
  expect(screen.getByText(/lists as empty now/)).toBeVisible();
  await userEvent.click(await button('Apply …'));
  const asked = await dialog();
  expect(await asked.findByText(/go into the quarantine/)).toHaveTextContent(
    '2,400 files with 1.46 GiB go into the quarantine of the export, out of 4,210 files at the destination.',
  );
  const apply = asked.getByRole('button', { name: 'Quarantine 2,400 files' });
  await userEvent.type(asked.getByLabelText(/Enter the number of files/), '240');
  expect(apply).toBeDisabled();
  await userEvent.type(asked.getByLabelText(/Enter the number of files/), '0');
  await userEvent.click(apply);
  await expect.poll(() => sent('POST /purges/purge-4/apply')).toEqual({ confirmCount: 2400 });
});

test('an apply that the server refuses says why and stays open', async () => {
  server.refuse(
    'POST /purges/purge-2/apply',
    409,
    'ILLEGAL_STATE',
    'the plan has expired',
    'Create another one.',
  );
  open('/holdings/purges/purge-2');
  await userEvent.click(await button('Apply …'));
  const asked = await dialog();
  await userEvent.click(asked.getByRole('button', { name: 'Delete 36 files' }));
  expect(await asked.findByText(/the plan has expired/)).toBeVisible();
});

test('a plan that deletes from a bucket says so', async () => {
  give({ ...plan, note: "export 'out' is a bucket: objects are deleted for good" });
  open('/holdings/purges/purge-2');
  expect(await screen.findByText(/export 'out' is a bucket/)).toBeVisible();
});

test('a mirror plan of a bucket says that its files are deleted, and offers no way back', async () => {
  give({ ...mirror, note: "export 'out' is a bucket: objects are deleted for good" });
  open('/holdings/purges/purge-4');
  expect(await screen.findByRole('row', { name: /replica\/CMIP6\/CMIP.*2,000/ })).toBeVisible();
  await userEvent.click(await button('Apply …'));
  const asked = await dialog();
  expect(await asked.findByText(/are deleted, out of/)).toBeVisible();
  expect(asked.queryByText(/restored/)).toBeNull();
  expect(asked.getByRole('button', { name: /^Delete / })).toBeVisible();
});

test('an applied mirror plan of a bucket cannot be restored', async () => {
  give(
    { ...mirror, state: 'APPLIED', note: 'a bucket', removedFiles: 2400 },
    { ...file, outcome: 'REMOVED', reason: '' },
  );
  open('/holdings/purges/purge-4');
  expect(await screen.findByRole('row', { name: /tas_1.nc.*REMOVED/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Restore …' })).toBeNull();
});

test('an applied mirror plan can be restored, and says what was kept and why', async () => {
  const applied: Schemas['PurgeView'] = {
    ...mirror,
    state: 'APPLIED',
    appliedBy: 'carla',
    begunAt: '2026-11-21T10:00:00Z',
    endedAt: '2026-11-21T10:01:00Z',
    removedFiles: 2399,
    removedBytes: 1_572_000_000,
    keptFiles: 1,
  };
  give(applied, { ...file, outcome: 'KEPT', reason: 'it changed after the plan was made' });
  server.on('POST /purges/purge-4/restore', { ...applied, state: 'RESTORING' });
  open('/holdings/purges/purge-4');
  expect(await screen.findByRole('row', { name: /tas_1.nc.*KEPT.*it changed after/ })).toBeVisible();
  expect(screen.getByText(/1 file, each with its reason below/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Apply …' })).toBeNull();
  await userEvent.click(await button('Restore …'));
  const asked = await dialog();
  expect(await asked.findByText(/2,399 files with 1.46 GiB go back/)).toBeVisible();
  await userEvent.click(asked.getByRole('button', { name: 'Restore the files' }));
  await expect.poll(() => server.requests).toContain('POST /purges/purge-4/restore');
});

test('files in the quarantine of a plan are deleted for good only after a question that says so', async () => {
  const applied: Schemas['PurgeView'] = {
    ...mirror,
    state: 'APPLIED',
    removedFiles: 2400,
    removedBytes: 1e9,
  };
  give(applied);
  server.on('POST /purges/purge-4/empty', { ...applied, state: 'EMPTYING' });
  open('/holdings/purges/purge-4');
  await userEvent.click(await button('Delete for good …'));
  const asked = await dialog();
  expect(await asked.findByText(/This cannot be undone/)).toHaveTextContent(
    'at most 2,400 files with 954 MiB',
  );
  expect(server.requests).not.toContain('POST /purges/purge-4/empty');
  await userEvent.click(asked.getByRole('button', { name: 'Delete the files for good' }));
  await expect.poll(() => server.requests).toContain('POST /purges/purge-4/empty');
});

test('a plan is created from what was chosen, and its review opens', async () => {
  server.on('POST /purges', plan);
  open('/holdings?tab=purges');
  await userEvent.click(await button('Create a plan …'));
  const form = await dialog();
  await userEvent.selectOptions(form.getByLabelText('Versions'), 'Only superseded');
  await fill(form.getByLabelText('Prefix of the dataset ids'), 'CMIP6.CMIP.');
  await userEvent.click(form.getByRole('button', { name: 'Create the plan' }));
  expect(await screen.findByRole('heading', { name: 'Purge plan purge-2' })).toBeVisible();
  expect(sent('POST /purges')).toEqual({
    datasets: [],
    prefix: 'CMIP6.CMIP.',
    state: 'SUPERSEDED',
    export: null,
    listedOnly: false,
    withoutSuccessor: false,
  });
});

test.each([
  ['reader', []],
  ['operator', ['Discard …']],
  ['admin', ['Apply …', 'Discard …']],
])('the role %s gets the buttons %j', async (role, buttons) => {
  signIn(role);
  open('/holdings/purges/purge-2');
  await screen.findByRole('row', { name: /pr.gr.v20180803/ });
  const main = within(screen.getByRole('main'));
  expect(main.queryAllByRole('button', { name: /…$/ }).map((each) => each.textContent)).toEqual(buttons);
});

test('a reader cannot create a plan', async () => {
  signIn('reader');
  open('/holdings?tab=purges');
  await screen.findByRole('link', { name: 'purge-2' });
  expect(screen.queryByRole('button', { name: 'Create a plan …' })).toBeNull();
});
