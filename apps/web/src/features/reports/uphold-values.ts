import { SHORTEST_REASON } from '@portside/contract/wire/limits';

/** Limit of the call. */
const MOST_LINES = 1_000;

export type UpholdValues = {
  /** Items that were found by name. */
  chosen: string[];
  lines: string;
  /** Set explicitly: the request is right, but no account has to be withdrawn. */
  isNothing: boolean;
  reason: string;
};

export const linesOf = ({ lines, isNothing }: UpholdValues): string[] =>
  isNothing ? [] : lines.split(/\r?\n/).filter((line) => line.trim() !== '');

export const namedOf = ({ chosen, isNothing }: UpholdValues): string[] => (isNothing ? [] : chosen);

/** Text keys of what is missing, per field. */
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
