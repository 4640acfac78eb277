// @vitest-environment happy-dom
import type { AdminOrder } from '@portside/contract';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createQueryClient } from '../../../lib/api/query.ts';
import { hasUnsaved } from '../../../lib/browser/unsaved.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { catalogue as admin } from '../../../locales/en/admin/index.ts';
import { catalogue as shop } from '../../../locales/en/index.ts';
import { AllWarrantyClaims } from '../warranty-claims/all-warranty-claims.tsx';
import { DecideClaims } from '../warranty-claims/decide-claims.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';
import { OrderItems } from './order-items.tsx';
import { openPage, typeInto } from '../../../testing/open-page.tsx';

const ORDER_NO = 'PS20260101ABCD';

const texts = { translation: shop, admin };

describe('admin order sheet', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const order = {
    order_no: ORDER_NO,
    goods: { id: '1', name: 'Mailbox', description: '', category: 'Mail' },
    buyer: { id: '2', username: 'ana', email: 'ana@box.example' },
    agent: null,
    quantity: 4,
    gender: 'random',
    unit_price: '0.5',
    total_amount: '2',
    refunded_amount: '0',
    has_open_claim: true,
    claims_until: null,
    price_source: 'list',
    coupon: null,
    reference: 'PO-7',
    status: 'completed',
    delivery: { email: 'ana@box.example', state: 'sent', failure: null, resends_left: 3 },
    created_at: at,
    accounts_deleted_at: '2036-01-01T00:00:00.000Z',
    accounts_deleted: false,
  };
  const counts = { id: '77', state: 'open', accounts: 3, replaced: 0, refunded: 0 };
  const claim = { ...counts, order_no: ORDER_NO, reason: 'Dead on arrival', created_at: at, answer: '' };
  const items = Array.from({ length: 4 }, (_, index) => ({
    id: String(index + 1),
    state: 'good',
    replaced_by: null,
    claim: index === 0 ? null : counts,
  }));

  const stub = (claims: object[], ofOrder: object[], sent: unknown[]) =>
    vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
      if (method === 'POST') sent.push([url, JSON.parse(body as string)]);
      const data = url.includes('/after-sales')
        ? { claims, stock: 9, alone_up_to: '1000', pending: [] }
        : url.includes('/items')
          ? { items: ofOrder, next_cursor: null, total: 4 }
          : url.includes('/checks')
            ? { items: [check], next_cursor: null, total: 1 }
            : url.includes('/notes')
              ? { items: [], next_cursor: null, total: 0 }
              : url.includes(ORDER_NO)
                ? { order, events: [], proposal: null }
                : null;
      const answer = data ? { code: 200, message: 'ok', data } : { code: 404, message: 'not here', data };
      return Promise.resolve(Response.json(answer, { status: answer.code }));
    });
  /** The forms of its claims, once all their accounts are there. */
  const formsOf = (accounts: readonly number[]) =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      const forms = [...document.querySelectorAll('blockquote')].map((one) => one.parentElement!);
      expect(forms.map((form) => form.querySelectorAll('fieldset button').length)).toEqual(accounts);
      return forms;
    }, 100_000);

  const check = { item_id: '2', claim_id: '77', result: 'dead', outcome: 'limit' };

  test('who may neither replace nor refund chooses no accounts, and has no empty heading about the buyer', async () => {
    updateStored({ permissions: { menus: [], actions: ['order.read', 'claim.read'] } });
    stub([], items, []);
    await openPage({ texts }).show(
      <AdminOrderSheet orderNo={ORDER_NO} pending={null} onClose={() => undefined} />,
    );
    const accounts = await vi.waitFor(async () => {
      await act(async () => undefined);
      const found = [...document.querySelectorAll<HTMLButtonElement>('fieldset button')];
      expect(found).toHaveLength(4);
      return found;
    }, 60_000);
    expect(accounts.map(({ disabled }) => disabled)).toEqual([true, true, true, true]);
    expect(document.body.textContent).not.toContain('Select all remaining');
    const headings = [...document.querySelectorAll('h3')].map((one) => one.textContent);
    expect(headings).not.toContain('Buyer');
  });

  test('some accounts of a claim are settled, and the claim is not rejected with them', async () => {
    updateStored({ permissions: { menus: [], actions: ['claim.settle', 'order.refund'] } });
    const sent: unknown[] = [];
    stub([claim], items, sent);
    await openPage({ texts }).show(
      <AdminOrderSheet orderNo={ORDER_NO} pending={null} onClose={() => undefined} />,
    );
    const form = (await formsOf([3]))[0]!;
    const button = (words: string, within: ParentNode = form) =>
      [...within.querySelectorAll('button')].find((one) => one.textContent === words);
    const press = (words: string, within?: ParentNode) => act(async () => button(words, within)!.click());
    expect(document.body.textContent).toContain('The buyer’s reference: PO-7');
    expect(form.textContent).toContain('Refund: 1.50 USDT');
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(form.textContent).toContain('Checker: 1 dead, 0 working, 0 unknown');
    }, 100_000);
    expect(form.textContent).toContain('Above the limit for automatic decisions.');
    expect(button('2✕')).toBeDefined();
    expect(button('Reject')).toBeDefined();
    await press('3');
    expect(form.textContent).toContain('Refund: 1.00 USDT');
    expect(button('Reject')).toBeUndefined();
    await typeInto(form.querySelector('textarea')!, 'Two were dead.');
    await press('Refund');
    await press('Refund', form.querySelector('[role=alert]')!);
    await act(() => vi.waitFor(() => expect(sent).toHaveLength(1), 100_000));
    expect(sent).toEqual([
      [`/api/admin/orders/${ORDER_NO}/refunds`, { item_ids: ['2', '4'], reason: 'Two were dead.' }],
    ]);
  });

  test('what is left out of one claim stays so when another is settled', async () => {
    updateStored({ permissions: { menus: [], actions: ['claim.settle', 'order.refund'] } });
    const sent: unknown[] = [];
    const of = (id: string) => ({ ...counts, id, accounts: 2 });
    const claims = ['77', '78'].map((id) => ({ ...claim, ...of(id) }));
    stub(
      claims,
      items.map((item, index) => ({ ...item, claim: of(index < 2 ? '77' : '78') })),
      sent,
    );
    await openPage({ texts }).show(
      <AdminOrderSheet orderNo={ORDER_NO} pending={null} onClose={() => undefined} />,
    );
    const [first, second] = await formsOf([2, 2]);
    const press = (form: ParentNode, words: string) =>
      act(async () => [...form.querySelectorAll('button')].find((one) => one.textContent === words)!.click());
    await press(first!, '1');
    await press(second!, '4');
    await typeInto(second!.querySelector('textarea')!, 'One was dead.');
    await press(second!, 'Refund');
    await press(second!.querySelector('[role=alert]')!, 'Refund');
    const pressed = (form: ParentNode) =>
      [...form.querySelectorAll('fieldset button')].map((one) => one.getAttribute('aria-pressed'));
    await act(() => vi.waitFor(() => expect(pressed(second!)).toEqual(['true', 'true']), 100_000));
    expect(sent).toHaveLength(1);
    expect(pressed(first!)).toEqual(['false', 'true']);
  });
});

describe('order items', () => {
  const ACCOUNTS = 1_200;
  const order = {
    order_no: ORDER_NO,
    quantity: ACCOUNTS,
    total_amount: '600',
    refunded_amount: '0.5',
    refunded_accounts: 1,
  } as unknown as AdminOrder;
  const claim = { id: '77', state: 'open', accounts: 1, replaced: 0, refunded: 0 };
  const items = Array.from({ length: ACCOUNTS }, (_, index) => ({
    id: String(index + 1),
    state: index === 0 ? 'refunded' : 'good',
    replaced_by: null,
    claim: index === ACCOUNTS - 1 ? claim : null,
  }));

  const limits = { claims: [], stock: ACCOUNTS, alone_up_to: '1000', pending: [] as string[] };
  const sent: unknown[] = [];
  let page: HTMLElement;
  let close: () => void;
  let client: ReturnType<typeof createQueryClient>;

  beforeAll(() => {
    updateStored({
      permissions: { menus: [], actions: ['claim.settle', 'order.refund'] },
    });
  });

  beforeEach(async () => {
    sent.length = 0;
    Object.assign(limits, { stock: ACCOUNTS, alone_up_to: '1000', pending: [] });
    vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
      if (method === 'POST') sent.push([url, JSON.parse(body as string)]);
      if (url.includes('/after-sales'))
        return Promise.resolve(Response.json({ code: 200, message: 'ok', data: limits }));
      const search = new URL(url, 'http://shop.test').searchParams;
      const start = Number(search.get('cursor') ?? 0);
      const end = start + Number(search.get('limit'));
      const next = end < ACCOUNTS ? String(end) : null;
      const data = { items: items.slice(start, end), next_cursor: next, total: ACCOUNTS, proposal: null };
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
    });
    await draw();
  });

  /** With what the shop answers now. */
  async function draw(): Promise<void> {
    client = createQueryClient();
    const opened = openPage({ texts, client });
    ({ page, close } = opened);
    await opened.show(<OrderItems order={order} />);
  }

  const button = (words: string, within: ParentNode = page) =>
    [...within.querySelectorAll('button')].find((one) => one.textContent === words);
  const press = (words: string, within?: ParentNode) => act(async () => button(words, within)!.click());
  const formOf = (title: string) =>
    [...page.querySelectorAll('h4')].find((one) => one.textContent === title)!.parentElement!;
  const say = (form: HTMLElement, text: string) => typeInto(form.querySelector('textarea')!, text);
  /** The contract, which the body is checked against, loads first. */
  const isSent = () => act(() => vi.waitFor(() => expect(sent).toHaveLength(1), 100_000));
  const allAreThere = () =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      expect(button('Select all remaining')?.disabled).toBe(false);
    }, 100_000);

  test('an order that is longer than a page says how long it is, and shows all of it, part after part', async () => {
    await allAreThere();
    expect(page.querySelector('h3')!.textContent).toBe('1,200 accounts');
    await press('Show more (500 of 1,200)');
    await press('Show more (1,000 of 1,200)');
    expect(page.querySelectorAll('fieldset button')).toHaveLength(ACCOUNTS);
    expect(button('Show more (1,500 of 1,200)')).toBeUndefined();
  });

  test('all that are left can be chosen, those beyond the first page included', async () => {
    await allAreThere();
    await press('Select all remaining');
    const form = formOf('1,199 accounts selected');
    await say(form, 'All of them are dead.');
    await press('Replace', form);
    await press('Replace', form.querySelector('[role=alert]')!);
    await isSent();
    expect(sent[0]).toMatchObject([
      `/api/admin/orders/${ORDER_NO}/replacements`,
      { item_ids: items.slice(1).map(({ id }) => id) },
    ]);
  });

  test('accounts that were settled since they were chosen are not asked for', async () => {
    await allAreThere();
    await press('Select all remaining');
    formOf('1,199 accounts selected');
    items[1]!.state = 'refunded';
    onTestFinished(() => void (items[1]!.state = 'good'));
    await act(() => client.invalidateQueries());
    const form = formOf('1,198 accounts selected');
    await say(form, 'All of them are dead.');
    await press('Replace', form);
    await press('Replace', form.querySelector('[role=alert]')!);
    await isSent();
    expect(sent[0]).toMatchObject([{}, { item_ids: items.slice(2).map(({ id }) => id) }]);
  });

  test('without a reply nothing is asked, and the reply gets the focus', async () => {
    await allAreThere();
    await press('Select all remaining');
    const form = formOf('1,199 accounts selected');
    await press('Replace', form);
    expect(form.querySelector('[role=alert]')).toBeNull();
    expect(form.textContent).toContain('Enter a reply');
    expect(document.activeElement).toBe(form.querySelector('textarea'));
    await say(form, 'All of them are dead.');
    await press('Replace', form);
    expect(form.querySelector('[role=alert]')).not.toBeNull();
    expect(sent).toEqual([]);
  });

  test('the whole order is refunded without naming an account, after its amount was named', async () => {
    await allAreThere();
    await press('Refund entire order');
    const form = formOf('Entire order: all remaining accounts');
    expect(button('Replace', form)).toBeUndefined();
    await say(form, 'All of them are dead.');
    await press('Refund', form);
    expect(form.querySelector('[role=alert]')!.textContent).toContain('Refund 599.50 USDT');
    expect(sent).toEqual([]);
    await press('Refund', form.querySelector('[role=alert]')!);
    await isSent();
    expect(sent).toEqual([[`/api/admin/orders/${ORDER_NO}/refunds`, { reason: 'All of them are dead.' }]]);
  });

  test('what a second person is needed for is said before anything is sent, and nothing that waits is offered again', async () => {
    Object.assign(limits, { stock: 10, alone_up_to: '100', pending: ['refund'] });
    close();
    await draw();
    await allAreThere();
    await act(() => vi.waitFor(() => expect(button('Refund entire order')).toBeUndefined(), 100_000));
    await press('Select all remaining');
    const form = formOf('1,199 accounts selected');
    expect(form.textContent).toContain('up to 100.00 USDT alone');
    expect(form.textContent).toContain('A refund of this order is waiting');
    expect(button('Refund', form)).toBeUndefined();
    expect(button('Replace', form)!.disabled).toBe(true);
  });
});

test('claims decided together are shown in their buyers’ words, settled ones left out', async () => {
  updateStored({ permissions: { menus: [], actions: ['claim.settle', 'order.refund'] } });
  const same = { goods: { id: '1', name: 'Mailbox' }, buyer: { id: '2', username: 'ana' }, answer: '' };
  const times = { created_at: '2026-01-01T00:00:00.000Z', settled_at: null, settled_by: null };
  const counts = { accounts: 5, replaced: 2, refunded: 0 };
  const claim = (id: string, state: 'open' | 'replaced', reason: string) => ({
    ...same,
    ...times,
    ...counts,
    id,
    state,
    reason,
    order_no: `${ORDER_NO}${id}`,
  });
  const sent: unknown[] = [];
  const items = [{ id: '1', order_no: `${ORDER_NO}1`, outcome: 'failed', code: 300_038 }];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    const data = url.includes('previews')
      ? { open: 1, accounts: 3, amount: '9', second_person: 0 }
      : { items };
    return Response.json({ code: 200, message: 'ok', data });
  });
  const { page, show } = openPage({ texts });
  const claims = [claim('1', 'open', 'No code comes'), claim('2', 'replaced', 'Was dead')];
  const onDone = vi.fn();
  await show(<DecideClaims claims={claims} onDone={onDone} />);
  const press = (words: string, within: ParentNode = document) =>
    act(async () =>
      [...within.querySelectorAll('button')]
        .findLast((one) => (one.getAttribute('aria-label') ?? one.textContent) === words)!
        .click(),
    );
  await press('Decide together', page);
  await vi.waitFor(() => expect(sent).toEqual([{ ids: ['1'] }]), 60_000);
  const words = () => document.body.textContent;
  expect(words()).toContain('Decide claims: 1');
  expect(words()).toContain(`${ORDER_NO}1 ana · Mailbox · 3 accountsNo code comes`);
  expect(words()).not.toContain('Was dead');
  await typeInto(document.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')!, 'It works.');
  expect(hasUnsaved()).toBe(true);
  await press('Reject');
  await press('Reject', document.querySelector('[role=alert]')!);
  const answered = { ids: ['1'], decision: 'refuse', reason: 'It works.' };
  await act(() => vi.waitFor(() => expect(sent).toContainEqual(answered), 60_000));
  await act(() =>
    vi.waitFor(() => expect(words()).toContain('not decided: This claim has already been decided'), 60_000),
  );
  expect(hasUnsaved()).toBe(false);
  // What was decided is not chosen any more, however the list of outcomes is left.
  await press('Close');
  expect(onDone).toHaveBeenCalledOnce();
});

test('a list of one buyer’s claims says whose they are', async () => {
  updateStored({ permissions: { menus: [], actions: ['claim.read'] } });
  const claim = {
    id: '1',
    order_no: ORDER_NO,
    state: 'open',
    reason: 'Dead',
    accounts: 1,
    replaced: 0,
    refunded: 0,
    answer: '',
    goods: { id: '1', name: 'Mailbox' },
    buyer: { id: '2', username: 'ana' },
    created_at: '2026-01-01T00:00:00.000Z',
    settled_at: null,
    settled_by: null,
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const items = url.includes('/claims?') ? [claim] : [];
    return Response.json({ code: 200, message: 'ok', data: { items, next_cursor: null, total: null } });
  });
  const { page, show } = openPage({ texts });
  const { hook, searchHook } = memoryLocation({ path: '/admin/order?tab=claims&user_id=2' });
  await show(
    <Router hook={hook} searchHook={searchHook}>
      <AllWarrantyClaims renderPending={() => null} />
    </Router>,
  );
  const shown = () => page.querySelector<HTMLSelectElement>('select[aria-label=Buyer]')?.textContent;
  await act(() => vi.waitFor(() => expect(shown()).toBe('Buyer: allana'), 60_000));
});
