import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { webNetworkOf } from '../networks.ts';

/** 6434000n sun → "6.43 TRX", formatted for the reader. Rounded up, so that a small fee never shows as 0. */
export function formatCoin(network: Network, amount: bigint, language: string): string {
  const { name, decimals } = recordOf(network).coin;
  const digits = amount.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as Intl.StringNumericLiteral;
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: webNetworkOf(network).coinDigits,
    roundingMode: 'ceil',
  });
  return `${format.format(text)} ${name}`;
}
