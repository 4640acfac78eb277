// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { SettingsForm } from './shop-settings.tsx';
import type { SettingsValues } from './settings-values.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const values: SettingsValues = {
  site_name: 'Portside',
  telegram: '',
  support_email: '',
  time_zone: 'UTC',
  recharge_amounts: ['10', '50', '100'],
  recharge_minimum: '10',
  recharge_maximum: '100',
  quote_minutes: 30,
  retention_days: 7,
  claim_answer_hours: 24,
  safe_cap: '5000',
  walletconnect_project_id: '',
  deposit_display_minimum: '0.01',
  refund_approval_above: '100',
  manual_credit_maximum: '5000',
  opening_balance_maximum: '5000',
  single_assignment_maximum: '100',
  single_assignment_daily_maximum: '500',
  sweep_minimum: '100',
  image_mb_per_address: 50,
  image_mb_per_shop: 500,
  mail_limit_mb: 10,
};
let stored: Record<string, unknown>;
const sent: Record<string, unknown>[] = [];
let page: HTMLElement;
let root: Root;

beforeEach(() => {
  sent.length = 0;
  updateStored({ permissions: { menus: [], actions: ['settings.read', 'settings.write'] } });
  stored = { ...values, allowed_wallets: [], telegram_chat_id: '' };
  vi.stubGlobal('fetch', (_url: string, { method, body }: RequestInit) => {
    if (method === 'PUT') sent.push((stored = JSON.parse(body as string)));
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: stored }));
  });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <SettingsForm values={values} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const field = (name: string) => page.querySelector<HTMLInputElement>(`[data-path=${name}]`)!;
const write = (name: string, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), text);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const save = () =>
  act(async () =>
    page.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

test('what a colleague has changed meanwhile stays', async () => {
  await write('site_name', 'Quay');
  stored = { ...stored, safe_cap: '1', refund_approval_above: '5' };
  await save();
  await act(() => vi.waitFor(() => expect(sent).toHaveLength(1), 100_000));
  expect(sent[0]).toMatchObject({ site_name: 'Quay', safe_cap: '1', refund_approval_above: '5' });
});

test('where both have changed the same, nothing is sent and it is told', async () => {
  await write('site_name', 'Quay');
  stored = { ...stored, site_name: 'Harbour' };
  await save();
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(page.textContent).toContain('settings.problem.changed');
  });
  expect([sent, field('site_name').value]).toEqual([[], 'Quay']);
});
