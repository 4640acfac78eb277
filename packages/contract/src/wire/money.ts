/** Money is a bigint of micro-USDT (10⁻⁶ USDT) in code, and a decimal string on the wire. */
const MICRO = 1_000_000n;

/** "12.5" → 12500000n. Throws RangeError on anything that is not an unsigned decimal with at most six places. */
export function parseMicro(text: string): bigint {
  const match = /^(\d{1,13})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError('not an amount in USDT');
  return BigInt(match[1]!) * MICRO + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** 12500000n → "12.5": as many decimals as needed, at most six. */
export function formatMicro(amountMicro: bigint): string {
  const [whole, fraction] = split(amountMicro);
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed === '' ? whole : `${whole}.${trimmed}`;
}

/** 12509999n → "12.50": two decimals, rounded down so that no one is shown money they do not have. */
export function formatBalance(amountMicro: bigint): string {
  const floored = (amountMicro >= 0n ? amountMicro : amountMicro - 9_999n) / 10_000n;
  const [whole, fraction] = split(floored * 10_000n);
  return `${whole}.${fraction.slice(0, 2)}`;
}

/** 1234000n → 1240000n: the whole cents that an amount takes, where another's books have no smaller unit. */
export const upToCent = (amountMicro: bigint): bigint => ((amountMicro + 9_999n) / 10_000n) * 10_000n;

function split(amountMicro: bigint): [whole: string, fraction: string] {
  const absolute = amountMicro < 0n ? -amountMicro : amountMicro;
  const sign = amountMicro < 0n ? '-' : '';
  return [`${sign}${absolute / MICRO}`, (absolute % MICRO).toString().padStart(6, '0')];
}
