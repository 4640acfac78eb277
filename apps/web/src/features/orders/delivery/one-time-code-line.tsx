import { useTranslation } from '../../../locales/use-translation.ts';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { oneTimeCode } from './one-time-code.ts';
import classes from './delivery.module.css';

type Props = {
  /** As `findTwoFactorSecret` found it. */
  secret: string;
  /** Number of the account, for the accessible name. */
  line: number;
};

/** An account's current one-time code, with the seconds left. */
export default function OneTimeCodeLine({ secret, line }: Props) {
  const { t } = useTranslation('service');
  const found = oneTimeCode(secret, useNow(1_000));
  if (!found) return null;
  return (
    <span className={`${classes.oneTimeCodeLineLine} figures`} title={t('delivery.codeHint')}>
      <span className={classes.label}>{t('delivery.code')}</span>
      <span className={classes.oneTimeCodeLineValue}>
        <code translate="no" className={classes.code} data-testid="one-time-code">
          {found.code}
        </code>
        <span className={classes.left}>{t('delivery.codeLeft', { seconds: found.secondsLeft })}</span>
        <CopyButton text={found.code} name={t('delivery.copyCode', { line })} />
      </span>
    </span>
  );
}
