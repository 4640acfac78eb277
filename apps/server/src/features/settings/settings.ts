import { parseMicro, UsdtAmount } from '@portside/contract';
import * as z from 'zod/mini';

const Micro = z.pipe(UsdtAmount, z.transform(parseMicro));
const minutes = z.int().check(z.gte(1), z.lte(24 * 60));
const days = z.int().check(z.gte(1), z.lte(365));
const timeZone = z.string().check(z.refine(isTimeZone, 'Not a time zone'));

/**
 * Every setting an operator can change while the shop runs: its key in the table, what it may be, and what
 * it is until somebody changes it. Amounts are stored as decimal USDT and read as micro-USDT.
 */
export const settingsTable = {
  siteName: {
    key: 'site_name',
    value: z.string().check(z.minLength(1), z.maxLength(60)),
    initial: 'Portside',
  },
  telegram: { key: 'telegram', value: z.string().check(z.maxLength(100)), initial: '' },
  timeZone: { key: 'time_zone', value: timeZone, initial: 'UTC' },
  rechargeAmountsMicro: {
    key: 'recharge_amounts',
    value: z.array(Micro).check(z.minLength(1), z.maxLength(12)),
    initial: ['10', '50', '100', '500', '1000', '5000'],
  },
  rechargeMinimumMicro: { key: 'recharge_minimum', value: Micro, initial: '10' },
  rechargeMaximumMicro: { key: 'recharge_maximum', value: Micro, initial: '50000' },
  quoteMinutes: { key: 'quote_minutes', value: minutes, initial: 30 },
  /** How long the credentials of sold accounts are kept. */
  retentionDays: { key: 'retention_days', value: days, initial: 7 },
};

type Table = typeof settingsTable;
export type Settings = { readonly [Name in keyof Table]: z.output<Table[Name]['value']> };

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
