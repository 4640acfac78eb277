// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onFailure } from '../../../lib/api/api-error.ts';
import { createSite, SiteRouter } from '../../../lib/site-location.tsx';
import { startIn, withTexts } from '../../../locales/language.ts';
import { TicketGate } from './ticket-gate.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const told: number[] = [];
let root: Root;
let stop: () => void;

beforeAll(async () => {
  await startIn('en');
  await withTexts(['pay'], () => Promise.resolve())();
});
beforeEach(async () => {
  told.length = 0;
  stop = onFailure(({ code }) => told.push(code));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  history.replaceState(null, '', `/h5Pay#ticket=${'a'.repeat(43)}`);
  const site = createSite({ guard: () => undefined, load: async () => null });
  await site.open();
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <SiteRouter site={site}>
            {() => <TicketGate renderPayment={(orderId) => <p>Pays {orderId}</p>} />}
          </SiteRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  stop();
});

async function openRefused(name: ErrorName): Promise<string> {
  const { code, status } = errors[name];
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code, message: 'no', data: null }, { status })),
  );
  await act(async () => document.querySelector('button')!.click());
  await vi.waitFor(() => expect(document.querySelector('button')).toBeNull());
  return document.body.textContent;
}

test.each<[ErrorName, string]>([
  ['ticketInvalid', 'This payment link has been used or has expired'],
  ['rechargeEnded', 'This top-up can no longer be paid'],
])('a link that is refused with %s says why, and offers nothing to pay', async (refusal, words) => {
  const shown = await openRefused(refusal);
  expect(shown).toContain(words);
  expect(shown).not.toMatch(/Open payment|Pays/);
  expect(told).toEqual([]);
});
