// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { DepositAddress } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { startIn, withTexts } from '../../../locales/language.ts';
import { OwnAddress } from './own-address.tsx';

const CODE = '../../../lib/wallet/check-address.ts';
const UNCHECKED = 'couldn’t check this address';
const WRONG = 'Don’t pay to this address';

const own = {
  type: 'TRON',
  chain_id: 1,
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  minimum_amount: '5',
} as DepositAddress;

let root: Root;
let place: HTMLElement;
/** What the code answers, once it has loaded; never while null. */
let isRight: boolean | null;
let asked: number;

beforeAll(async () => {
  await startIn('en');
  await withTexts(['address', 'recharges'], () => Promise.resolve())();
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  [isRight, asked] = [true, 0];
  load(() => ({ checkAddress: () => ({ factory: isRight ? {} : null }) }));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function load(answer: () => object | Promise<object>): void {
  vi.resetModules();
  vi.doMock(CODE, () => {
    asked += 1;
    return answer();
  });
}

async function show(): Promise<void> {
  place = document.createElement('div');
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <OwnAddress address={own} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('an address that the published code makes is shown, and nothing is said', async () => {
  await show();
  await pass(60_000);
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(place.textContent).toContain(own.address);
  expect(place.textContent).not.toContain(UNCHECKED);
});

test('another one gives way to a warning', async () => {
  isRight = false;
  await show();
  await pass(1_000);
  expect(place.textContent).toContain(WRONG);
  expect(place.textContent).not.toContain(own.address);
});

test('where the code does not load it is asked for again, and then the page says that nothing was checked', async () => {
  load(() => {
    throw new TypeError('Failed to fetch');
  });
  await show();
  await pass(1_000);
  expect(asked).toBe(1);
  expect(place.textContent).not.toContain(UNCHECKED);
  await pass(10_000);
  expect(asked).toBe(3);
  expect(place.textContent).toContain(UNCHECKED);
  expect(place.textContent).toContain(own.address);
});

test('where the code takes long the page says so, until it has loaded', async () => {
  let come: (module: object) => void;
  load(() => new Promise<object>((resolve) => (come = resolve)));
  await show();
  await pass(11_000);
  expect(place.textContent).toContain(UNCHECKED);
  come!({ checkAddress: () => ({ factory: null }) });
  await pass(1_000);
  expect(place.textContent).toContain(WRONG);
});
