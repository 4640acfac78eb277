// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onFailure } from '../../../lib/api/api-error.ts';
import { LocationContext, NavigationContext } from '../../../lib/router/hooks.ts';
import type { Navigation } from '../../../lib/router/navigation.ts';
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
  const location = { pathname: '/h5Pay', search: '', hash: `#ticket=${'a'.repeat(43)}` };
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <NavigationContext value={{ navigate: () => Promise.resolve() } as unknown as Navigation}>
            <LocationContext value={location as never}>
              <TicketGate renderPayment={(orderId) => <p>Pays {orderId}</p>} />
            </LocationContext>
          </NavigationContext>
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
