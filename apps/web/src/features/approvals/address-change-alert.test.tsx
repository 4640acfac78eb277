// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { catalogue as admin } from '../../locales/en/admin/index.ts';
import { catalogue as shop } from '../../locales/en/index.ts';
import { AddressChangeAlert } from './address-change-alert.tsx';
import { PendingProposals } from './pending-proposals.tsx';
import { HOUR_MS } from '../../lib/format/times.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';

const request = { query: { state: 'open' as const, kind: 'treasuryChangeApproved', limit: 20 } };
const change = {
  id: '7',
  kind: 'treasuryChangeApproved',
  subject: 'paymentMethod:ETH',
  terms: {
    type: 'ETH',
    chain_id: 1,
    wallet_address: '0xnew',
    former_wallet_address: '0xold',
    checkout_address: null,
    former_checkout_address: null,
  },
  reason: 'moved',
  action: 'paymentMethod.write',
  cools_hours: 24,
  state: 'cooling',
  proposed_by: 'mallory',
  proposed_at: new Date().toISOString(),
  approved_by: 'bob',
  approved_at: new Date().toISOString(),
  due_at: new Date(Date.now() + HOUR_MS).toISOString(),
  expires_at: new Date().toISOString(),
  settled_by: null,
  settled_at: null,
  outcome: '',
  outcome_error: null,
  can_approve: false,
};

const sent: unknown[] = [];
let page: HTMLElement;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push([url, JSON.parse(body as string)]);
    const data = { items: [], next_cursor: null, total: null };
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
  });
});

const alert = (
  <AddressChangeAlert>
    <p>The page</p>
  </AddressChangeAlert>
);

function show(items: object[] | null, content = alert): Promise<void> {
  const client = createQueryClient();
  const answer = { items, next_cursor: null, total: null };
  if (items) client.setQueryData(queryKey('listProposals', request), answer);
  const opened = openPage({ client, texts: { translation: shop, admin } });
  page = opened.page;
  return opened.show(content);
}
const press = (words: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].findLast((one) => one.textContent === words)!.click(),
  );

test('an address that cools is told of with who proposed it, what it becomes and when, and can be stopped', async () => {
  await show([change]);
  const told = page.querySelector('section')!.textContent;
  expect(told).toContain('0xnew');
  expect(told).toContain('Proposed by mallory');
  expect(page.querySelector('[role=timer]')!.textContent).toMatch(/^(1:00:00|59:\d\d)$/);
  await press('Review');
  await press('Reject');
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input')!;
  await typeInto(field, 'Not ours.');
  await press('Reject');
  // The call's path is loaded first.
  await vi.waitFor(() => expect(sent).toEqual([['/api/proposals/7/veto', { reason: 'Not ours.' }]]));
});

test("a user's own prices that wait are shown apart from everybody else's", async () => {
  const listOf = (id: string, beneficiary: string | null, kind: string) => ({
    ...change,
    id,
    beneficiary,
    kind: 'priceListApproved',
    subject: `priceList:new-${id}`,
    state: 'proposed',
    terms: { list: null, kind, owner: beneficiary, name: `List ${id}`, starts_at: change.proposed_at },
  });
  const items = [listOf('1', 'ann', 'buyer'), listOf('2', 'eve', 'buyer'), listOf('3', null, 'promotion')];
  vi.stubGlobal('fetch', async (url: string) => {
    const data = { items: url.includes('state=open') ? items : [], next_cursor: null, total: null };
    return Response.json({ code: 200, message: 'ok', data });
  });
  await show(null, <PendingProposals about="priceList" benefits="ann" />);
  await vi.waitFor(() => expect(page.textContent).toContain('List 1'));
  expect(page.textContent).not.toMatch(/List [23]/);
});

test('while no address would change, nothing stands there', async () => {
  await show([]);
  expect(page.querySelector('section')).toBeNull();
});

test('the page is shown once it is known whether anything is to be above it', async () => {
  let answer: () => void = () => undefined;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        const data = { items: [change], next_cursor: null, total: null };
        answer = () => resolve(Response.json({ code: 200, message: 'ok', data }));
      }),
  );
  await show(null);
  const frame = page.querySelector('p')!.parentElement!;
  expect(frame.className).toMatch(/unknown/);
  await act(async () => {
    answer();
    await new Promise((done) => setTimeout(done, 20));
  });
  expect(page.querySelector('section')!.textContent).toContain('0xnew');
  expect(frame.className).toBe('');
});
