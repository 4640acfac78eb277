import type { Recharge } from '@portside/contract';
import { useHasPassed } from '../../../lib/browser/use-countdown.ts';

type Quote = Pick<Recharge, 'sub_state' | 'expires_at'>;

/**
 * What a top-up that waits for its payment asks of the buyer: to pay it; once its quote has ended, nothing. The
 * server calls it expired later only, when the chain has been read that far.
 */
export function useQuote({ sub_state: state, expires_at: end }: Quote): 'payable' | 'ended' | 'none' {
  const isOver = useHasPassed(new Date(end).getTime());
  if (state !== 'waiting') return 'none';
  return isOver ? 'ended' : 'payable';
}
