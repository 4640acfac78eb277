import { useTranslation } from '../../locales/use-translation.ts';
import { useSecondsUntil } from '../../lib/browser/use-countdown.ts';
import { formatCountdown } from '../../lib/format/format-countdown.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './pending-proposals.module.css';

/** Counts down to the moment a proposal takes effect; until then anyone may reject it. */
export function DueTime({ at }: { at: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const seconds = useSecondsUntil(new Date(at).getTime());
  return (
    <p className={classes.due}>
      <strong className="figures" role="timer">
        {formatCountdown(seconds)}
      </strong>
      {t('approvals.due', { at: formatDateTime(at, language) })}
    </p>
  );
}
