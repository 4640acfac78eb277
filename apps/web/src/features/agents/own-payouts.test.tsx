// @vitest-environment happy-dom
import type { Data } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catalogue as shop } from '../../locales/en/index.ts';
import { catalogue as named } from '../../locales/en/named.ts';
import { catalogue as service } from '../../locales/en/service/index.ts';
import { startIn } from '../../locales/language.ts';
import { hasUnsaved } from '../../lib/browser/unsaved.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';
import { AgentSheet } from './agent-sheet.tsx';
import BalancePayout from './balance-payout.tsx';
import { OwnPayouts } from './own-payouts.tsx';

const ADDRESS = '0x5b74C14Acdfe179534424394BE840b8A1F6e0FA7';
const figures = { earned: '150', taken_back: '0', held: '0', free: '150', requested: '0', paid: '0' };
const own = { figures: { ...figures, held_until: null }, minimum: '10', networks: ['ETH'], requests: [] };
const wallet = { type: 'ETH', address: ADDRESS, is_signed: false, payable: '90' };
const limits = { payable: '90', minimum: '20', maximum: '1000', wait_hours: 0, networks: ['ETH'] };
const back = { is_on: true, ...limits, wallets: [wallet], requests: [] };

const asked = { text: 'is mine', expires_at: '2030-01-01T00:15:00.000Z' };

let refusal: keyof typeof errors;
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const { code, status } = errors[refusal];
    if (url.endsWith('/wallet-texts')) return Response.json({ code: 200, message: 'ok', data: asked });
    if (method === 'POST') return Response.json({ code, message: 'no', data: null }, { status });
    return Response.json({ code: 200, message: 'ok', data: url.includes('/balance/') ? back : own });
  });
});

const texts = { translation: shop, named, service };
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  }, 60_000);
const field = (name: string) => document.querySelector<HTMLInputElement>(`[data-path=${name}]`)!;
const faultOf = (name: string) =>
  field(name).closest('.mantine-InputWrapper-root')!.querySelector('[class*=InputWrapper-error]')
    ?.textContent;
const submit = () =>
  act(async () =>
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

test.each([
  ['oldPasswordWrong', 'password', 'Password incorrect'],
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

const press = (words: string) =>
  act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === words)!.click());
const passwordOfSheet = () => document.querySelector<HTMLInputElement>('[role=dialog] [data-path=password]')!;

const openRequest = async (): Promise<void> => {
  const { page, show } = openPage({ texts });
  await show(<BalancePayout />);
  await settled(() => expect(page.querySelector('button')).not.toBeNull());
  await act(async () => page.querySelector('button')!.click());
};

test.each([
  ['oldPasswordWrong', 'password', 'Password incorrect'],
  ['payoutAddressRefused', 'wallet', 'The shop does not pay to this address'],
  ['payoutWalletUnknown', 'wallet', expect.stringContaining('has not topped up as much')],
] as const)('%s is told at the field of a buyer’s request', async (name, at, words) => {
  refusal = name;
  await openRequest();
  await typeInto(field('amount'), '45');
  await typeInto(field('password'), 'guessed');
  await submit();
  await settled(() => expect(faultOf(at)).toEqual(words));
});

test('a wrong password under a signed wallet leads back to its field', async () => {
  refusal = 'oldPasswordWrong';
  await startIn('en');
  await openRequest();
  await press('Confirm another wallet');
  await settled(() => expect(field('address')).not.toBeNull());
  await typeInto(field('address'), ADDRESS);
  await typeInto(passwordOfSheet(), 'guessed');
  await press('Next');
  await settled(() => expect(document.querySelector('textarea')).not.toBeNull());
  await typeInto(document.querySelector('textarea')!, '0x');
  await press('Confirm wallet');
  await settled(() => expect(document.activeElement).toBe(passwordOfSheet()));
  expect(passwordOfSheet().getAttribute('aria-invalid')).toBe('true');
});

test('a payout that was recorded leaves nothing to lose', async () => {
  updateStored({ permissions: { menus: [], actions: ['agent.read', 'agent.payout'] } });
  const agent = { id: '7', platform_name: 'Trade', username: 'ann', promotion_code: 'X', state: 'active' };
  const money = { users: 0, commission_percent: '5', commission_balance: '80' };
  const data = { ...agent, ...money, telegram: '', commission_tiers: [], items: [], proposal: null };
  const posted: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'POST') posted.push(url);
    return Response.json({ code: 200, message: 'ok', data });
  });
  await openPage().show(<AgentSheet id="7" onClose={() => {}} />);
  await settled(() => expect(field('amount')).not.toBeNull());
  await typeInto(field('note'), '0xabc');
  expect(hasUnsaved()).toBe(true);
  await act(async () =>
    field('note')
      .closest('form')!
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
  await settled(() => expect([posted.length, field('note').value]).toEqual([1, '']));
  expect(hasUnsaved()).toBe(false);
});
