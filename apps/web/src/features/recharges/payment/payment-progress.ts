import type { Recharge } from '@portside/contract';

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
