import { useStored } from './stored-state.ts';

const DEFAULT_HOURS = 24;

/** Within how many hours the shop answers warranty claims. */
export const useWarrantyAnswerHours = (): number =>
  useStored((s) => s.webConfig?.claim_answer_hours) ?? DEFAULT_HOURS;
