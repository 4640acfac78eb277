// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { startIn, withTexts } from '../../../locales/language.ts';
import { ClaimHost } from './claim-host.tsx';
import { CancelRecharge } from './recharge-payment.tsx';
import { NearMiss } from './tx-hash-form.tsx';

const HASH = `7a41${'0'.repeat(56)}c09e`;
const recharge = {
  type: 'TRON',
  near_miss: { type: 'TRON', tx_hash: HASH, amount: '19.5', paid_at: '2026-03-04T10:00:00.000Z' },
} as Recharge;

let root: Root;
let end: () => void;
function Page() {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    end = () => setHasEnded(true);
  });
  return <ClaimHost>{hasEnded ? <p>Window closed</p> : <NearMiss recharge={recharge} />}</ClaimHost>;
}

beforeAll(async () => {
  await startIn('en');
  await withTexts(['recharges', 'named'], () => Promise.resolve())();
});
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
const show = (part: ReactNode) =>
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input[spellcheck=false]');

test('a claim that is open stays open when the payment window ends', async () => {
  show(<Page />);
  const button = () => document.querySelector<HTMLButtonElement>('[data-testid=near-miss] button');
  await expect.poll(button, { timeout: 5_000 }).not.toBeNull();
  button()!.click();
  await expect.poll(() => field()?.value, { timeout: 5_000 }).toBe(HASH);
  end();
  await expect.poll(() => document.body.textContent).toContain('Window closed');
  expect(button()).toBeNull();
  expect(field()?.value).toBe(HASH);
});

test('who does not give a top-up up has the focus where they began', async () => {
  show(<CancelRecharge orderId="1" />);
  const button = () => document.querySelector('button');
  await expect.poll(button).not.toBeNull();
  const words = button()!.textContent;
  button()!.click();
  await expect.poll(() => document.activeElement?.closest('[role=alert]')).toBeTruthy();
  button()!.click();
  await expect.poll(() => document.activeElement?.textContent, { timeout: 5_000 }).toBe(words);
});
