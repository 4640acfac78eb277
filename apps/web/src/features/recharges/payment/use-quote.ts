import type { Recharge } from '@portside/contract';
import { useHasPassed } from '../../../lib/browser/use-countdown.ts';

type Quote = Pick<Recharge, 'sub_state' | 'expires_at'>;

/**
 * Whether a top-up is still to be paid. After its payment window it is `ended` at once; the server marks it expired
 * only when the chain has been read that far.
 */
function useQuote({ sub_state: state, expires_at: end }: Quote): 'payable' | 'ended' | 'none' {
  const isOver = useHasPassed(new Date(end).getTime());
  if (state !== 'waiting') return 'none';
  return isOver ? 'ended' : 'payable';
}

/** The state of a top-up as every page shows it: `expired` from the end of its payment window on. */
export const useShownState = (quote: Quote): Recharge['sub_state'] =>
  useQuote(quote) === 'ended' ? 'expired' : quote.sub_state;
