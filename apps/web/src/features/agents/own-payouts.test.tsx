// @vitest-environment happy-dom
import type { Data } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catalogue as shop } from '../../locales/en/index.ts';
import { catalogue as service } from '../../locales/en/service/index.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';
import BalancePayout from './balance-payout.tsx';
import { OwnPayouts } from './own-payouts.tsx';

const ADDRESS = '0x5b74C14Acdfe179534424394BE840b8A1F6e0FA7';
const figures = { earned: '150', taken_back: '0', held: '0', free: '150', requested: '0', paid: '0' };
const own = { figures: { ...figures, held_until: null }, minimum: '10', networks: ['ETH'], requests: [] };
const wallet = { type: 'ETH', address: ADDRESS, is_signed: false, payable: '90' };
const limits = { payable: '90', minimum: '20', maximum: '1000', wait_hours: 0, networks: ['ETH'] };
const back = { is_on: true, ...limits, wallets: [wallet], requests: [] };

let refusal: keyof typeof errors;
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const { code, status } = errors[refusal];
    if (method === 'POST') return Response.json({ code, message: 'no', data: null }, { status });
    return Response.json({ code: 200, message: 'ok', data: url.includes('/balance/') ? back : own });
  });
});

const texts = { translation: shop, service };
const settled = (check: () => void) => act(() => vi.waitFor(check, 60_000));
const field = (name: string) => document.querySelector<HTMLInputElement>(`[data-path=${name}]`)!;
const faultOf = (name: string) =>
  field(name).closest('.mantine-InputWrapper-root')!.querySelector('[class*=InputWrapper-error]')
    ?.textContent;
const submit = () =>
  act(async () =>
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

test.each([
  ['oldPasswordWrong', 'password', 'Original password incorrect'],
  ['payoutAddressRefused', 'address', 'The shop does not pay to this address'],
] as const)('%s is told at the field of an agent’s request', async (name, at, words) => {
  refusal = name;
  const agent = { commission_terms: '', last_payout: null } as unknown as Data<'readOwnAgent'>;
  await openPage({ texts }).show(<OwnPayouts agent={agent} support="/client/support" />);
  await settled(() => expect(field('address')).not.toBeNull());
  await typeInto(field('address'), ADDRESS);
  await typeInto(field('password'), 'guessed');
  await submit();
  await settled(() => expect(faultOf(at)).toBe(words));
});

test('a wrong password is told at the field of a buyer’s request', async () => {
  refusal = 'oldPasswordWrong';
  const { page, show } = openPage({ texts });
  await show(<BalancePayout />);
  await settled(() => expect(page.querySelector('button')).not.toBeNull());
  await act(async () => page.querySelector('button')!.click());
  await typeInto(field('amount'), '45');
  await typeInto(field('password'), 'guessed');
  await submit();
  await settled(() => expect(faultOf('password')).toBe('Original password incorrect'));
});
