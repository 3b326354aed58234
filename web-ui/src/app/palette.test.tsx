import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { aJob, aPage } from '../testing/messages';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/audit');
  server = new FakeServer();
  server
    .on('GET /audit', aPage())
    .on('GET /jobs', aPage(aJob({ id: 'job-7', label: 'north tas' })))
    .on('GET /sites', aPage({ name: 'north', local: false }, { name: 'dkrz', local: true }))
    .on('GET /exports', aPage({ name: 'northern', site: 'dkrz' }))
    .on('GET /data-nodes', aPage({ node: 'esgf.north.example' }))
    .on('GET /datasets', aPage({ instanceId: 'north.CMIP6.tas.v1' }))
    .on('GET /campaigns', aPage({ id: 'campaign-1', name: 'North to south' }))
    .on('GET /subscriptions', aPage({ id: 'subscription-2', label: 'north daily' }));
});

async function found(typed: string) {
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: /Go to/ }));
  await userEvent.type(await screen.findByLabelText(/^Page, action, or name/), typed);
}

// U13
test('the palette finds things of every kind by their names', async () => {
  await found('north');
  for (const text of [/^Paired site/, /^Export of dkrz/, /^Data node$/, /^Dataset$/, /^job-7/, /^campaign-1/])
    expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText('subscription-2')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Data node'));
  expect(window.location.pathname + window.location.search).toBe('/data-nodes?node=esgf.north.example');
});

// U13
test('a verb of the command line leads to the page where it is done', async () => {
  await found('backup');
  await userEvent.click(await screen.findByText('backup', { selector: 'mark' }));
  expect(window.location.pathname + window.location.search).toBe('/settings?tab=backups');
});

// U13
test('an address without a page keeps the menu and the search, and offers the page that is meant', async () => {
  window.history.replaceState(null, '', '/site/north/x');
  render(<App />);
  expect(await screen.findByText('There is no page at /site/north/x')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('Data nodes');
  expect(screen.getByRole('button', { name: /Go to/ })).toBeInTheDocument();
  const main = screen.getByRole('main');
  expect(within(main).getByRole('link', { name: 'Sites' })).toHaveAttribute('href', '/sites');
});

test('the palette says when it leaves out things with the name', async () => {
  const names = Array.from({ length: 9 }, (_, at) => ({ name: `northern-${at}`, local: false }));
  server.on('GET /sites', aPage(...names));
  await found('north');
  expect(await screen.findAllByText('Paired site')).toHaveLength(6);
  expect(document.body.innerHTML).toContain('Sites, the first 6: type more to see others');
});
