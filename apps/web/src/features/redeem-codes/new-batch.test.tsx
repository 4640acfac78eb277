// @vitest-environment happy-dom
import type { RedeemBatch } from '@portside/contract';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { errors } from '@portside/contract/wire/errors';
import { GetCodes, NewBatch } from './new-batch.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { openPage, typeInto } from '../../testing/open-page.tsx';

const batch: RedeemBatch = {
  id: '7',
  note: 'fair',
  value: '5',
  worth: '10',
  codes: 2,
  used: 0,
  starts_at: '2026-11-20T12:00:00Z',
  ends_at: '2027-01-01T00:00:00Z',
  state: 'ready',
  created_by: 'ann',
  is_own: true,
  created_at: '2026-11-20T12:00:00Z',
  issued_at: null,
  voided_at: null,
};
const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];

test('codes are asked for once, saved as a file, and can be saved again', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(new URL(String(input instanceof Request ? input.url : input), 'http://shop.test').pathname);
    return Response.json({ code: 200, message: 'ok', data: { batch, codes: CODES } });
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:codes';
  });
  // Saves; here it would lead away.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await openPage().show(<GetCodes batch={batch} onClose={() => undefined} />);
  const press = async (name: string) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
    await act(async () => button!.click());
    await act(() => vi.waitFor(() => expect(saved.length).toBeGreaterThan(0)));
  };
  await press('redeemBatches.make');
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain('redeemBatches.made')));
  await press('redeemBatches.again');
  await act(() => vi.waitFor(() => expect(saved).toHaveLength(2)));
  expect(asked.filter((path) => path.endsWith('/codes'))).toEqual(['/api/admin/redeem-batches/7/codes']);
  const lines = [
    'code,amount,valid_until',
    'AAAA-BBBB-CCCC-DDDD,5,2027-01-01T00:00:00Z',
    'EEEE-FFFF-GGGG-HHHH,5,2027-01-01T00:00:00Z',
    '',
  ];
  for (const file of saved) expect((await file.text()).split('\r\n')).toEqual(lines);
  vi.restoreAllMocks();
});

test('codes pasted one after the other are all redeemed', async () => {
  const redeemed: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    redeemed.push((JSON.parse(body as string) as { code: string }).code);
    return Response.json({ code: 200, message: 'ok', data: { amount: '5', balance: '5' } });
  });
  const { page, show } = openPage();
  await show(<RedeemForm />);
  const field = page.querySelector('input')!;
  for (const code of CODES) {
    await typeInto(field, code);
    await act(async () => field.form!.requestSubmit());
    await act(() => vi.waitFor(() => expect(field.value).toBe(''), 1_000));
  }
  expect(redeemed).toEqual(CODES);
});

test('a worth beyond the limit of a day names the setting', async () => {
  const { code, status } = errors.amountOutOfRange;
  vi.stubGlobal('fetch', async () => Response.json({ code, message: 'no', data: null }, { status }));
  await openPage().show(<NewBatch onClose={() => undefined} onReady={() => undefined} />);
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[data-path=${name}]`)!;
  await typeInto(field('note'), 'fair');
  await typeInto(field('value'), '1000');
  await typeInto(field('codes'), '12');
  await act(async () =>
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('.mantine-InputWrapper-error')?.textContent).toBe('redeemBatches.overDay');
  });
});
