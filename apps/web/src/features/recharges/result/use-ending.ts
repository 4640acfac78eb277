import type { Recharge } from '@portside/contract';
import { useShownState } from '../payment/use-quote.ts';

const ENDINGS = ['credited', 'cancelled', 'expired', 'rejected'] as const satisfies Recharge['sub_state'][];

export type Ending = (typeof ENDINGS)[number];

/** How a top-up has ended; null while it goes on. */
export function useEnding(recharge: Recharge): Ending | null {
  const state = useShownState(recharge);
  return ENDINGS.find((ending) => ending === state) ?? null;
}
