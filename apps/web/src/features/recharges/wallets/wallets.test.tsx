import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { createQueryClient } from '../../../lib/api/query.ts';
import { drawFor } from '../../../lib/browser/current-area.ts';
import { startIn, withTexts } from '../../../locales/language.ts';
import { allowanceChoice } from './allowance-choice.ts';
import { toAuthorizationBody } from './use-wallet-payment.ts';
import { PairingCode } from './remote-wallet.tsx';

const caps = { safe: '25.000123', whitelist: '500' };
const needed = 25_000_123n;

test('safe mode is exactly what is needed, whatever was typed', () => {
  expect(allowanceChoice(caps, 'safe', '400', needed, 'en')).toEqual({
    mode: 'safe',
    amountMicro: needed,
    capMicro: needed,
  });
  expect(allowanceChoice({ safe: null, whitelist: null }, 'safe', '', needed, 'en')).toBeNull();
  expect(allowanceChoice(undefined, 'safe', '', needed, 'en')).toBeNull();
});

test.each([
  ['400', 400_000_000n],
  [' 500 ', 500_000_000n],
  ['25.000123', needed],
  ['25.000122', null],
  ['500.000001', null],
  ['２00,5', 200_500_000n],
  ['1,000', null],
  ['', null],
  ['1e9', null],
  ['115792089237316195423570985008687907853269984665640564039457584007913129639935', null],
])('whitelist mode with %j', (typed, amountMicro) => {
  expect(allowanceChoice(caps, 'whitelist', typed, needed, 'en')?.amountMicro ?? null).toBe(amountMicro);
});

test('the record names the wallet as its network does', () => {
  const choice = { mode: 'safe', amountMicro: needed, capMicro: needed } as const;
  const owner = `0x${'ab'.repeat(20)}` as const;
  expect(toAuthorizationBody(choice, 'TRON', owner).wallet_address).toMatch(/^T\w{33}$/);
  expect(toAuthorizationBody(choice, 'ETH', owner)).toEqual({
    wallet_address: '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB',
    mode: 'safe',
    amount: '25.000123',
  });
});

describe('remote wallet', () => {
  beforeAll(async () => {
    await startIn('en');
    await withTexts(['pay', 'recharges'], () => Promise.resolve({}))();
  });

  afterAll(() => drawFor('/client'));

  const draw = () =>
    renderToStaticMarkup(
      <Providers client={createQueryClient()}>
        <PairingCode uri="wc:0c1f@2?relay-protocol=irn" network="ETH" onCancel={() => undefined} />
      </Providers>,
    );

  test('a phone shows the wallets on it first, and folds the QR code', () => {
    drawFor('/mobile');
    const html = draw();
    expect(html.indexOf('MetaMask')).toBeGreaterThan(-1);
    expect(html.indexOf('MetaMask')).toBeLessThan(html.indexOf('<figure'));
    expect(html).toMatch(/<details[^>]*><summary>Show QR code<\/summary><figure/);
  });

  test('a desktop shows the QR code first, for a phone', () => {
    drawFor('/client');
    const html = draw();
    expect(html.indexOf('<figure')).toBeLessThan(html.indexOf('MetaMask'));
    expect(html).not.toContain('<details');
  });
});
