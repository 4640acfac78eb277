// @vitest-environment happy-dom
import type { Report } from '@portside/contract';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { catalogue as admin } from '../../locales/en/admin/index.ts';
import { catalogue as shop } from '../../locales/en/index.ts';
import { UpholdForm, linesOf, namedOf, upholdFaults } from './uphold-form.tsx';
import { openPage, typeInto } from '../../testing/open-page.tsx';

describe('uphold form', () => {
  const report = { id: '5', subject: 'ann@example.test', state: 'open' } as unknown as Report;
  const sent: unknown[] = [];
  let page: HTMLElement;

  beforeEach(async () => {
    sent.length = 0;
    updateStored({ permissions: { menus: [], actions: ['report.settle'] } });
    vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
      if (method === 'POST') sent.push([url, JSON.parse(body as string)]);
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { found: 2, withdrawn: 2 } }));
    });
    const opened = openPage({ texts: { translation: shop, admin } });
    page = opened.page;
    await opened.show(<UpholdForm report={report} onDone={() => undefined} />);
  });

  const write = (path: string, text: string) =>
    typeInto(page.querySelector<HTMLTextAreaElement>(`[data-path=${path}]`)!, text);
  const submit = () =>
    act(async () =>
      page.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );

  test('nothing goes off sale before it was asked about, with how many', async () => {
    await write('lines', 'ann:one\nann:two');
    await submit();
    expect(page.querySelector('[role=alert] button')).toBeNull();
    await write('reason', 'It is theirs.');
    await submit();
    const question = page.querySelector('[role=alert]')!;
    expect(question.textContent).toContain('Withdraw 2 accounts');
    expect(sent).toEqual([]);
    await act(async () => [...question.querySelectorAll('button')].at(-1)!.click());
    await act(() => vi.waitFor(() => expect(sent).toHaveLength(1), 100_000));
    expect(sent).toMatchObject([['/api/admin/reports/5/uphold', { lines: ['ann:one', 'ann:two'] }]]);
  });
});

const values = { chosen: [], lines: '', isNothing: false, reason: 'showed the invoice' };

test('no accounts are named only where somebody says that nothing is to be withdrawn', () => {
  expect(upholdFaults({ ...values, lines: ' \n\n' }).lines).toBe('reports.linesMissing');
  expect(upholdFaults({ ...values, isNothing: true }).lines).toBeNull();
  expect(upholdFaults({ ...values, chosen: ['7'] }).lines).toBeNull();
  expect(upholdFaults({ ...values, lines: 'one\ntwo' })).toEqual({ lines: null, reason: null });
  expect(upholdFaults({ ...values, lines: 'x\n'.repeat(1_001) }).lines).toBe('reports.tooManyLines');
  expect(upholdFaults({ ...values, reason: ' ' }).reason).toBe('reports.reasonMissing');
});

test('what was typed before the choice is not sent with it', () => {
  expect(linesOf({ ...values, lines: 'one\r\n two' })).toEqual(['one', ' two']);
  expect(linesOf({ ...values, lines: 'one', isNothing: true })).toEqual([]);
  expect(namedOf({ ...values, chosen: ['7'] })).toEqual(['7']);
  expect(namedOf({ ...values, chosen: ['7'], isNothing: true })).toEqual([]);
});
