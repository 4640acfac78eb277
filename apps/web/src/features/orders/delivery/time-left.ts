const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Time left in the two largest units. */
type TimeLeft =
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number; readonly seconds: number };

/** Splits whole seconds; negative values count as 0. */
export function timeLeft(seconds: number): TimeLeft {
  const left = Math.max(0, seconds);
  if (left >= DAY_S)
    return { unit: 'days', days: Math.floor(left / DAY_S), hours: Math.floor((left % DAY_S) / HOUR_S) };
  if (left >= HOUR_S)
    return {
      unit: 'hours',
      hours: Math.floor(left / HOUR_S),
      minutes: Math.floor((left % HOUR_S) / MINUTE_S),
    };
  return { unit: 'minutes', minutes: Math.floor(left / MINUTE_S), seconds: left % MINUTE_S };
}
