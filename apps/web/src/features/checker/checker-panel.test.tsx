// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';
import CheckerPanel from './checker-panel.tsx';

test('it is said of which products dead accounts are on sale, and an address that is not saved is not tested', async () => {
  updateStored({ permissions: { menus: [], actions: ['settings.read', 'settings.write', 'stock.read'] } });
  const numbers = { per_minute: 60, sample_size: 20, dead_percent: 20, ahead: 0, limit_days: 30 };
  const most = { most_per_buyer: 3, most_per_product: 20, most_per_supplier: 20 };
  const checker = {
    url: 'https://old.example',
    is_on: true,
    checks_claims: true,
    remedy: 'none',
    goods_ids: [],
  };
  const data = {
    checker: { ...checker, ...numbers, ...most },
    figures: { good: 0, dead: 0, unknown: 0, remedied: 0, last_failure: null },
    dead_on_sale: [{ goods_id: '7', item_ids: ['1', '2'] }],
    sandbox_checker: null,
  };
  const goods = { items: [{ id: '7', name: 'Mail' }], next_cursor: null, total: 0 };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 200, message: 'ok', data: url.includes('/checker') ? data : goods }),
  );
  const { page, show } = openPage();
  await show(<CheckerPanel />);
  const button = () =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'checker.test');
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(button()?.disabled).toBe(false);
    expect(page.textContent).toContain('Mail: 2');
    const list = '/admin/config?tab=checker&figure=dead';
    expect(page.querySelector(`a[href="${list}"]`)?.textContent).toBe('0');
  }, 60_000);
  await typeInto(page.querySelector<HTMLInputElement>('input[type=url]')!, 'https://new.example');
  expect(button()!.disabled).toBe(true);
});
