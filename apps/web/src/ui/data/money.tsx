import { formatUsdt } from '../../lib/format/format-money.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './money.module.css';

/** Formats a wire amount ("12.5") for the reader: "12.50 USDT", in tabular figures. */
export function Money({ amount, hasUnit = true }: { amount: string; hasUnit?: boolean }) {
  const language = useLanguage();
  return (
    <span className={`${classes.money} figures`}>
      {formatUsdt(amount, language)}
      {hasUnit && <span className={classes.unit}> USDT</span>}
    </span>
  );
}
