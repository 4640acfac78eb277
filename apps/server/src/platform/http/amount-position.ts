import { refuse } from '../refusal.ts';
import type { AmountPosition } from '../db/amount-position.ts';

/** The position that a cursor names; null for the list's beginning. Refuses (invalidFormat) anything else. */
export function readAmountPosition(text: string | undefined): AmountPosition | null {
  if (text === undefined) return null;
  const [, micro, id] = /^(\d{1,18})\.(\d{1,18})$/.exec(text) ?? refuse('invalidFormat', 'cursor');
  return { micro: BigInt(micro!), id: BigInt(id!) };
}

export const writeAmountPosition = ({ micro, id }: AmountPosition): string => `${micro}.${id}`;
