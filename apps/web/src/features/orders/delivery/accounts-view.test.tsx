// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../../lib/api/query.ts';
import { startIn, withTexts } from '../../../locales/language.ts';
import { typeInto } from '../../../testing/open-page.tsx';
import { AccountsView } from './accounts-view.tsx';
import DeliveryFormatPanel from './delivery-format-panel.tsx';

const TOTAL = 12;
let client: QueryClient;
let root: Root;
/** Answers what comes after the first accounts. */
let answerLater: (() => Promise<Response> | Response) | null;

const accountsFrom = (after: number, limit: number) =>
  Array.from({ length: Math.min(limit, TOTAL - after) }, (_, index) => {
    const name = `buoy-${after + index + 1}`;
    const fields = [{ name: 'account', value: name }];
    return { id: name, account: name, password: '', text: name, fields };
  });

function answer(data: unknown): Response {
  return Response.json({ code: 200, message: '', data });
}

function answerAccounts(after: number, limit: number): Response {
  const items = accountsFrom(after, limit);
  return answer({ items, remedied_items: [], total: TOTAL, remedied_total: 0 });
}

beforeAll(async () => {
  await startIn('en');
  await withTexts(['orders', 'service'], () => Promise.resolve())();
});
beforeEach(() => {
  answerLater = null;
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://shop.test');
    if (!pathname.endsWith('/accounts')) return answer(null);
    const after = Number(searchParams.get('after') ?? 0);
    if (after > 0 && answerLater) return answerLater();
    return answerAccounts(after, Number(searchParams.get('limit')));
  });
  client = createQueryClient();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  client.clear();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const show = (part: ReactNode = <AccountsView orderNo="ORD-1" />) =>
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
const rows = () => document.querySelectorAll('tbody tr').length;

test('the rest of the accounts is announced, and asked for again where it did not come', async () => {
  let fail = (): void => undefined;
  answerLater = () => new Promise((resolve) => (fail = () => resolve(new Response('', { status: 500 }))));
  show();
  await expect.poll(rows).toBe(8);
  await expect.poll(() => document.querySelector('[aria-busy]')).not.toBeNull();
  fail();
  const retry = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again');
  await expect.poll(retry).toBeDefined();
  expect([rows(), document.querySelector('[aria-busy]')]).toEqual([8, null]);
  answerLater = null;
  retry()!.click();
  await expect.poll(rows).toBe(TOTAL);
  expect(retry()).toBeUndefined();
});

test('what is typed of a format stays where another tab saves one, which fills the rest', async () => {
  const format = { columns: [], separator: '----', file_type: 'txt', has_header: false } as const;
  const key = queryKey('readDeliveryFormat', {});
  client.setQueryData(key, format);
  show(<DeliveryFormatPanel />);
  const separator = () => document.querySelector<HTMLInputElement>('input[maxlength="16"]');
  const header = () => document.querySelector<HTMLInputElement>('input[role=switch]')?.checked;
  await expect.poll(separator).not.toBeNull();
  await typeInto(separator()!, '::');
  client.setQueryData(key, { ...format, has_header: true });
  await expect.poll(header).toBe(true);
  expect(separator()!.value).toBe('::');
});
