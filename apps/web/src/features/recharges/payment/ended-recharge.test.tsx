import { MantineProvider } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { startIn, withTexts } from '../../../locales/language.ts';
import { OpenRecharges } from '../history/open-recharges.tsx';
import { SubmittedPayment } from './submitted-payment.tsx';
import { ProgressSteps, RechargeStatusBadge } from './payment-status.tsx';
import { MINUTE_MS } from '../../../lib/format/times.ts';

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
  submitted: { tx_hash: HASH, submitted_at: at(-MINUTE_MS), checked_at: at(-5_000), is_found: false },
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
