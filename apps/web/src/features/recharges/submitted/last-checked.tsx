import { useTranslation } from '../../../locales/use-translation.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatRelative } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './payment-line.module.css';

/** When a network was last read, counting up; nothing where it never was. */
export function LastChecked({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(1_000);
  if (at === null) return null;
  return (
    <span className={`${classes.checked} figures`}>
      {t('recharges.hint.checked', { ago: formatRelative(at, language, nowMs, 'long') })}
    </span>
  );
}
