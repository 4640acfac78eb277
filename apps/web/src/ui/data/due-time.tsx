import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { keptFormats } from '../../lib/format/numbers.ts';
import { DAY_MS, formatDateTime, HOUR_MS, MINUTE_MS } from '../../lib/format/times.ts';
import classes from './due-time.module.css';

const TICK_MS = 30_000;

/** How long is left until a moment (ms since 1970), or, in red, how long it is overdue. */
export function DueTime({ atMs }: { atMs: number }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const leftMs = atMs - useNow(TICK_MS);
  const iso = new Date(atMs).toISOString();
  return (
    <time
      dateTime={iso}
      title={formatDateTime(iso, language)}
      className={`${classes.due} figures`}
      data-over={leftMs < 0 || undefined}
    >
      {t(leftMs < 0 ? 'due.over' : 'due.left', { time: formatDuration(Math.abs(leftMs), language) })}
    </time>
  );
}

const inUnit = (unit: 'day' | 'hour' | 'minute') =>
  keptFormats((language) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }));

const STEPS = [
  { ms: DAY_MS, formatOf: inUnit('day') },
  { ms: HOUR_MS, formatOf: inUnit('hour') },
  { ms: MINUTE_MS, formatOf: inUnit('minute') },
] as const;

/** Whole days, hours or minutes, whichever is the largest that fits: "54 min", "3 hr". */
function formatDuration(ms: number, language: string): string {
  const { ms: stepMs, formatOf } = STEPS.find((step) => ms >= step.ms) ?? STEPS[2];
  return formatOf(language).format(Math.max(1, Math.floor(ms / stepMs)));
}
