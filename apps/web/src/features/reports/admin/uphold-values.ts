import { SHORTEST_REASON } from '@portside/contract/wire/reason';

/** What the call takes. */
const MOST_LINES = 1_000;

export type UpholdValues = {
  /** Items that were found by name. */
  chosen: string[];
  lines: string;
  /** Said on purpose: the report is right, and no account goes off sale. */
  isNothing: boolean;
  reason: string;
};

export const linesOf = ({ lines, isNothing }: UpholdValues): string[] =>
  isNothing ? [] : lines.split(/\r?\n/).filter((line) => line.trim() !== '');

export const namedOf = ({ chosen, isNothing }: UpholdValues): string[] => (isNothing ? [] : chosen);

/** Why it cannot be sent so, for each field; the names of the words. */
export function upholdFaults(values: UpholdValues) {
  const { length } = linesOf(values);
  return {
    lines:
      length > MOST_LINES
        ? ('reports.tooManyLines' as const)
        : length + values.chosen.length === 0 && !values.isNothing
          ? ('reports.linesMissing' as const)
          : null,
    reason: values.reason.trim().length < SHORTEST_REASON ? ('reports.reasonMissing' as const) : null,
  };
}
