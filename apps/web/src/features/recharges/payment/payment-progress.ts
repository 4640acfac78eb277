import type { Recharge } from '@portside/contract';
import { useHasPassed } from '../../../lib/browser/use-countdown.ts';

export const PROGRESS_STEPS = ['waiting', 'seen', 'confirming', 'credited'] as const;
type ProgressStep = (typeof PROGRESS_STEPS)[number];

type Progress = Pick<Recharge, 'sub_state' | 'confirmations' | 'confirmations_needed'>;

export type Timeline = {
  readonly current: ProgressStep;
  /** 0 to 100. */
  readonly percent: number;
  readonly isHeld: boolean;
};

const SEEN_PERCENT = 20;
const FINAL_PERCENT = 95;

/** The progress of an open or credited top-up; null for a failed one. */
export function progressOf(recharge: Progress): Timeline | null {
  switch (recharge.sub_state) {
    case 'waiting':
      return { current: 'waiting', percent: 0, isHeld: false };
    case 'seen':
      return { current: 'seen', percent: SEEN_PERCENT, isHeld: false };
    case 'confirming':
      return { current: 'confirming', percent: confirmingPercent(recharge), isHeld: false };
    case 'review':
      return { current: 'confirming', percent: FINAL_PERCENT, isHeld: true };
    case 'credited':
      return { current: 'credited', percent: 100, isHeld: false };
    default:
      return null;
  }
}

/** Stays below 100 until the top-up is credited, which happens after the last confirmation. */
function confirmingPercent({ confirmations, confirmations_needed: needed }: Progress): number {
  const share = Math.min(1, (confirmations ?? 0) / Math.max(1, needed));
  return Math.round(SEEN_PERCENT + share * (FINAL_PERCENT - SEEN_PERCENT));
}

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

const ENDINGS = ['credited', 'cancelled', 'expired', 'rejected'] as const satisfies Recharge['sub_state'][];

export type Ending = (typeof ENDINGS)[number];

/** How a top-up has ended; null while it goes on. */
export function useEnding(recharge: Recharge): Ending | null {
  const state = useShownState(recharge);
  return ENDINGS.find((ending) => ending === state) ?? null;
}
