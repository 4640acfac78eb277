import { formatUsdt } from '../../lib/format/format-money.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './money.module.css';

/** An amount on the wire ("12.5") as a reader expects it: "12.50 USDT" in figures of one width. */
export function Money({ amount, hasUnit = true }: { amount: string; hasUnit?: boolean }) {
  const language = useLanguage();
  return (
    <span className={`${classes.money} figures`}>
      {formatUsdt(amount, language)}
      {hasUnit && <span className={classes.unit}> USDT</span>}
    </span>
  );
}
