import { formatUsdt } from '../../lib/format/numbers.ts';
import { useLanguage } from '../../locales/use-translation.ts';
import classes from './money.module.css';
import { formatDateTime } from '../../lib/format/times.ts';

/** Formats a wire amount ("12.5") for the reader: "12.50 USDT", in tabular figures. */
export function Money({ amount, hasUnit = true }: { amount: string; hasUnit?: boolean }) {
  const shown = formatUsdt(amount, useLanguage());
  const cents = shown.search(/[.,]\d+$/) + 3;
  return (
    <span className={`${classes.money} figures`} translate="no">
      {shown.slice(0, cents)}
      <span className={classes.rest}>{shown.slice(cents)}</span>
      {hasUnit && <span className={classes.unit}> USDT</span>}
    </span>
  );
}

/** A whole number, grouped as the reader's language has it, in figures of one width. */
export function Count({ value }: { value: number }) {
  const language = useLanguage();
  return (
    <span className="figures" translate="no">
      {value.toLocaleString(language)}
    </span>
  );
}

/** A moment (ISO 8601) as date and time in the reader's language; a narrow cell breaks it between the two only. */
export function DateTime({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} className="figures">
      {formatDateTime(at, language).replace(/ (?=.* )/g, '\u00a0')}
    </time>
  );
}
