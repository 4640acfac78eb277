// @vitest-environment happy-dom
import { MOST_BODY_BYTES, MOST_LINES_AT_ONCE } from '@portside/contract/wire/limits';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Page } from './supplier.tsx';
import { openPage } from '../testing/open-page.tsx';

const figures = { unsold: 0, sold: 0, in_warranty: 0, claimed: 0, dead: 0 };
const ACCOUNT = { figures, paid: '0', due: '0', payments: [] };
const GOODS = [{ id: '7', name: 'Mail', format: 'login----password' }];
const ANSWERS: Readonly<Record<string, object>> = {
  '/api/auth/me': { is_supplier: true },
  '/api/suppliers/own': { name: 'Quay', ...ACCOUNT, goods: GOODS, lines_a_day: 10_000 },
  '/api/suppliers/own/batches': { items: [], total: 0, next_cursor: null },
};

beforeEach(async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), 'http://shop.test');
    return Response.json({ code: 200, message: 'ok', data: ANSWERS[pathname] });
  });
  await openPage().show(<Page />);
  await act(() => vi.waitFor(() => expect(document.querySelector('textarea')).not.toBeNull()));
});

/** Chooses the file as a browser does; the input keeps its name until the page has it forgotten. */
async function choose(file: Blob): Promise<HTMLInputElement> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const files = Object.assign([file], { item: () => file });
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  return input;
}

const lines = (count: number, line = 'ann----secret') => Array.from({ length: count }, () => line).join('\n');
const shown = () => document.querySelector<HTMLTextAreaElement>('textarea[spellcheck]')!.value;
const settled = (check: () => void) => act(() => vi.waitFor(check));
const faults = () => document.body.textContent;

test('a file has the most lines with an end after the last one, and no more', async () => {
  const most = `${lines(MOST_LINES_AT_ONCE)}\n`;
  await choose(new Blob([most]));
  await settled(() => expect(shown()).toBe(most));
  await choose(new Blob([`${most}ben----secret`]));
  await settled(() => expect(faults()).toContain('suppliers.bring.tooMany'));
});

test('what no call takes is refused before it is sent', async () => {
  const long = 'x'.repeat(MOST_BODY_BYTES / 1_000);
  await choose(new Blob([lines(900, long)]));
  await settled(() => expect(shown()).toBe(lines(900, long)));
  await choose(new Blob([lines(1_000, long)]));
  await settled(() => expect(faults()).toContain('suppliers.bring.tooMany'));
});

test('a file that went away is said to be unreadable, and may be chosen again', async () => {
  const gone = new Blob(['ann----secret']);
  const slice = vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotFoundError');
  });
  const input = await choose(gone);
  const forget = vi.spyOn(input, 'value', 'set');
  await settled(() => expect(faults()).toContain('warrantyClaims.list.unreadable'));
  slice.mockRestore();
  const buttons = [...document.querySelectorAll('button')];
  await act(async () => buttons.find((one) => one.textContent === 'warrantyClaims.list.file')!.click());
  expect(forget).toHaveBeenCalledWith('');
  await choose(gone);
  await settled(() => expect(shown()).toBe('ann----secret'));
});
