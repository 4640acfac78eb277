// @vitest-environment happy-dom
import type { Proposal } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { OrderTotals } from '../../features/orders/admin/all-orders.tsx';
import { UnsoldSheet } from '../../features/stock/unsold-sheet.tsx';
import { UserSessions } from '../../features/users/user-access.tsx';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { storedState, updateStored } from '../../lib/stored/stored-state.ts';
import { createSite, SiteRouter } from '../../lib/site-location.tsx';
import { OpenPages } from './open-pages.tsx';
import { ADMIN_PAGES } from './pages.ts';
import { Page } from './order.tsx';
import { openPage } from '../../testing/open-page.tsx';

vi.stubGlobal('fetch', () => new Promise(() => undefined));

const proposal: Proposal = {
  id: '7',
  kind: 'refundApproved',
  subject: 'order:ABCD1234',
  terms: { order_no: 'ABCD1234', amount: '12', accounts: 2 },
  reason: 'both are dead',
  action: 'order.refund',
  cools_hours: 0,
  state: 'proposed',
  proposed_by: 'ann',
  proposed_at: '2026-03-10T12:00:00Z',
  approved_by: null,
  approved_at: null,
  due_at: null,
  expires_at: '2026-03-17T12:00:00Z',
  settled_by: null,
  settled_at: null,
  outcome: '',
  outcome_error: null,
  can_approve: true,
};

test.each(['/admin/order?open=ABCD1234', '/admin/order?tab=claims&open=ABCD1234'])(
  'a refund that waits for a second person stands with its order: %s',
  async (address) => {
    const client = createQueryClient();
    const asked = { query: { state: 'open' as const, limit: 500, subject: 'order:ABCD1234' } };
    client.setQueryData(queryKey('listProposals', asked), {
      items: [proposal],
      next_cursor: null,
      total: null,
    });
    await openPage({ client }).show(
      <Router hook={memoryLocation({ path: address }).hook}>
        <Page />
      </Router>,
    );
    expect(document.body.textContent).toContain('both are dead');
  },
);

describe('open pages', () => {
  const seen: (string | null)[] = [];
  beforeEach(() => {
    seen.length = 0;
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  /** All pages are open; this one is current. */
  async function visit(address: string) {
    const menus = ADMIN_PAGES.map(({ path }) => ({ path }));
    updateStored({ permissions: { menus, actions: [] }, tagsView: menus });
    history.replaceState(null, '', address);
    const site = createSite({ guard: () => undefined, load: async () => null });
    await site.open();
    await openPage().show(<SiteRouter site={site}>{() => <OpenPages />}</SiteRouter>);
    const press = (name: string) => {
      const button = [...document.querySelectorAll('button')].find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
      );
      return act(async () => button!.click());
    };
    return { at: () => location.pathname + location.search, press };
  }

  const open = () => storedState().tagsView.map(({ path }) => path);

  test('the tab of the page in front is brought in sight', async () => {
    await visit('/admin/audit');
    expect(seen.at(-1)).toBe('frame.pages.audit');
  });

  test('closing the others leaves this one, with its filter', async () => {
    const { at, press } = await visit('/admin/order?status=refunded');
    await press('frame.allTabs');
    await press('frame.closeOthers');
    expect([at(), open()]).toEqual(['/admin/order?status=refunded', ['/admin/order?status=refunded']]);
  });

  test('closing all leaves the first page of the menu', async () => {
    const { at, press } = await visit('/admin/order?status=refunded');
    await press('frame.allTabs');
    await press('frame.closeAll');
    expect([at(), open()]).toEqual(['/admin/dataBoard', ['/admin/dataBoard']]);
  });

  test('closing all on the first page leaves it open, without its filter', async () => {
    const { at, press } = await visit('/admin/dataBoard?days=90');
    await press('frame.allTabs');
    await press('frame.closeAll');
    expect([at(), open()]).toEqual(['/admin/dataBoard', ['/admin/dataBoard']]);
  });
});

const goods = { id: '3', name: 'Mailboxes' } as never;

test.each<[string, ReactNode]>([
  ['the totals of orders', <OrderTotals key="1" filter={{}} />],
  ['the sessions of a user', <UserSessions key="2" id="7" name="ann" />],
  ['what is unsold', <UnsoldSheet key="3" goods={goods} onClose={() => undefined} />],
])('%s that could not be read say so, and can be asked for again', async (_, part) => {
  let asked = 0;
  const refusal = { code: errors.parameterError.code, message: 'no', data: null };
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(Response.json(refusal, { status: 400 }));
  });
  await openPage().show(part);
  const again = await vi.waitFor(async () => {
    await act(async () => undefined);
    const button = [...document.querySelectorAll('button')].find(({ textContent: text }) =>
      text.includes('shell.retry'),
    );
    expect(button).toBeDefined();
    return button!;
  });
  const before = asked;
  await act(async () => again.click());
  expect(asked).toBeGreaterThan(before);
});
