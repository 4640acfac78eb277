import { MantineProvider } from '@mantine/core';
import { RECHARGE_STATES, type Recharge, LANGUAGES } from '@portside/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { startIn, withTexts, loadLanguage } from '../../../locales/language.ts';
import { MINUTE_MS } from '../../../lib/format/times.ts';
import { Providers } from '../../../app/providers.tsx';
import { createQueryClient } from '../../../lib/api/query.ts';
import type { PayableRecharge } from '../../../lib/networks/networks.ts';
import { payAmountParts, paymentUri } from '../payment-text.ts';
import { OpenRecharges } from '../history/open-recharges.tsx';
import { progressOf } from './payment-progress.ts';
import RechargeResult from './recharge-result.tsx';
import { SubmittedPayment } from './submitted-payment.tsx';
import { ProgressSteps, RechargeStatusBadge } from './payment-status.tsx';
import { PayDetails } from './pay-details.tsx';

describe('payments', () => {
  test.each([
    ['100.004321', '100.00', '4321'],
    ['100.00432', '100.00', '4320'],
    ['10.014999', '10.01', '4999'],
    ['5000.000001', '5000.00', '0001'],
    ['50000', '50000.00', '0000'],
  ])('%s shows all six decimals', (payAmount, head, tail) => {
    expect(payAmountParts(payAmount)).toEqual({ head, tail });
  });

  const payment = {
    chain_id: 1,
    contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    wallet_address: '0x00000000000000000000000000000000000000AA',
    pay_amount: '100.004321',
  };

  test('an Ethereum wallet is told contract, chain, receiver and micro-USDT', () => {
    expect(paymentUri({ ...payment, type: 'ETH' })).toBe(
      'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer' +
        '?address=0x00000000000000000000000000000000000000AA&uint256=100004321',
    );
  });

  test('TRON has no payment link', () => {
    expect(paymentUri({ ...payment, type: 'TRON' })).toBeNull();
  });

  const at = (sub_state: (typeof RECHARGE_STATES)[number], confirmations: number | null = null) =>
    progressOf({ sub_state, confirmations, confirmations_needed: 20 });

  test('the bar only goes forward on the way to the credit', () => {
    const way = [
      at('waiting'),
      at('seen', 0),
      at('confirming', 1),
      at('confirming', 10),
      at('confirming', 20),
    ];
    const percents = [...way, at('credited', 25)].map((one) => one!.percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(new Set(percents).size).toBe(percents.length);
    expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
  });

  test('it is not full before the credit, however many confirmations there are', () => {
    expect(at('confirming', 500)!.percent).toBeLessThan(100);
  });

  test('a payment under review is held, not failed', () => {
    expect(at('review', 20)).toMatchObject({ current: 'confirming', isHeld: true });
  });

  test('what failed has no way to go', () => {
    expect(RECHARGE_STATES.filter((state) => at(state) === null)).toEqual([
      'cancelled',
      'expired',
      'rejected',
    ]);
  });
});

describe('an ended top-up', () => {
  const HASH = `6e75${'0'.repeat(56)}f718`;
  const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString();

  /** Of an exact amount, whose payment window ended a minute ago. */
  const ended = {
    order_id: 'RECH17951760000000000',
    type: 'TRON',
    mode: 'exact_amount',
    requested: true,
    amount: '10',
    status: 'recharging',
    sub_state: 'waiting',
    confirmations: null,
    confirmations_needed: 20,
    submitted: {
      tx_hash: HASH,
      submitted_at: at(-MINUTE_MS),
      checked_at: at(-5_000),
      is_found: false,
      payment: null,
    },
    awaits_payment: true,
    created_at: at(-31 * MINUTE_MS),
    expires_at: at(-MINUTE_MS),
  } as Recharge;
  const expired: Recharge = { ...ended, status: 'failed', sub_state: 'expired' };

  const textOf = (node: ReactNode): string =>
    renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)
      .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();

  beforeAll(async () => {
    await startIn('en');
    await withTexts(['recharges', 'pay'], () => Promise.resolve())();
  });

  test('from the end of the payment window on, every list says so, before the server marks it too', () => {
    for (const recharge of [ended, expired]) {
      expect(textOf(<RechargeStatusBadge recharge={recharge} />)).toBe('Payment window closed');
      expect(textOf(<ProgressSteps recharge={recharge} />)).toBe('');
    }
    const open = textOf(<OpenRecharges recharges={[ended]} onOpen={() => undefined} />);
    expect(open).toContain('Payment window closed');
    expect(open).not.toMatch(/Awaiting payment|0:00/);
  });

  test('one that was given up is cancelled, and not failed', () => {
    const cancelled: Recharge = { ...expired, sub_state: 'cancelled' };
    expect(textOf(<RechargeStatusBadge recharge={cancelled} />)).toBe('Canceled');
  });

  test('what became of the submitted transaction stays after the window, and says when it is too late', () => {
    for (const recharge of [ended, expired]) {
      const text = textOf(<SubmittedPayment recharge={recharge} />);
      expect(text).toContain('Looking for 6e75…f718');
      expect(text).toContain('Not found yet');
    }
    const over = textOf(<SubmittedPayment recharge={{ ...expired, awaits_payment: false }} />);
    expect(over).toContain('Not found within the time allowed for late payments');
    const credited: Recharge = { ...expired, status: 'successful', sub_state: 'credited' };
    expect(textOf(<SubmittedPayment recharge={credited} />)).toBe('');
  });

  test('a top-up that another amount has closed says so, and leads to the products', () => {
    const closed: Recharge = {
      ...ended,
      status: 'successful',
      sub_state: 'credited',
      pay_amount: '10.000123',
      credited_amount: '9.000123',
      missing_amount: null,
      tx_hash: HASH,
      tx_url: null,
    };
    const show = (recharge: Recharge) =>
      textOf(
        <QueryClientProvider client={new QueryClient()}>
          <Router ssrPath="/client/amount-recharge">
            <RechargeResult recharge={recharge} ending="credited" onAgain={() => undefined} />
          </Router>
        </QueryClientProvider>,
      );
    const text = show(closed);
    expect(text).toContain('9.000123 USDT arrived instead of 10.000123 USDT');
    expect(text).toContain('Buy accounts');
    expect(text).not.toContain('Top-up bonus');
    expect(show({ ...closed, bonus_amount: '1.5' })).toContain('Top-up bonus + 1.50');
    expect(show({ ...closed, credited_amount: closed.pay_amount })).not.toContain('instead of');
  });
});

describe('what there is to pay', () => {
  const SOURCES = join(import.meta.dirname, '../../..');

  const recharge = {
    type: 'TRON',
    chain_id: 1,
    mode: 'exact_amount',
    pay_amount: '1234.50432',
    wallet_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  } as PayableRecharge;

  beforeAll(async () => {
    await startIn('en');
    await withTexts('recharges', async () => null)();
  });

  test.each(LANGUAGES)(
    'in %s the amount to pay is written as wallets take it: six decimals after a point, no separators',
    async (language) => {
      await loadLanguage(language);
      const html = renderToStaticMarkup(
        <Providers client={createQueryClient()}>
          <PayDetails recharge={recharge} />
        </Providers>,
      );
      expect(html.replaceAll(/<[^>]*>/g, '')).toContain('1234.504320 USDT');
    },
  );

  test.each(['ETH', 'BSC', 'POLYGON', 'ARBITRUM', 'TRON'] as const)(
    'on %s the code that is shown first holds the plain address, which exchanges read',
    async (type) => {
      await loadLanguage('en');
      const html = renderToStaticMarkup(
        <Providers client={createQueryClient()}>
          <PayDetails
            recharge={{
              ...recharge,
              type,
              wallet_address: `0x${'ab'.repeat(20)}`,
              contract_address: `0x${'cd'.repeat(20)}`,
            }}
          />
        </Providers>,
      );
      const chosen = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].filter(([radio]) =>
        /checked/.test(radio),
      );
      expect(chosen.map(([radio]) => /value="(\w+)"/.exec(radio)?.[1])).toEqual(
        type === 'TRON' ? [] : ['address'],
      );
      expect(html).toContain('The code contains the address only.');
    },
  );

  test('nothing writes the amount to pay in the language of the reader', () => {
    const localised = /(?:<Money[^>]*|formatUsdt\w*\([^)]*)pay_?amount/i;
    expect('<Money amount={recharge.pay_amount} />').toMatch(localised);
    const found = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*'] }).filter((file) =>
      localised.test(readFileSync(join(SOURCES, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
