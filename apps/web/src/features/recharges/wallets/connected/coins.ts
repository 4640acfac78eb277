import type { Network } from '@portside/contract';

/** What pays each network's fees. */
export const coins = {
  TRON: { name: 'TRX', decimals: 6, shown: 2 },
  ETH: { name: 'ETH', decimals: 18, shown: 6 },
} as const satisfies Record<Network, { name: string; decimals: number; shown: number }>;

/** 6434000n sun → "6.43 TRX", formatted for the reader. Rounded up, so that a small fee never shows as 0. */
export function formatCoin(network: Network, amount: bigint, language: string): string {
  const { name, decimals, shown } = coins[network];
  const digits = amount.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as Intl.StringNumericLiteral;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: shown, roundingMode: 'ceil' });
  return `${format.format(text)} ${name}`;
}
