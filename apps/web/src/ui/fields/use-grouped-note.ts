import { useLanguage } from '../../locales/use-language.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { readGrouped, showDecimal } from '../../lib/format/decimal-text.ts';

/**
 * What to say beside a field that holds separators of thousands, such as "1.200": nobody can tell whether it means a
 * thousand or a fraction. Null where it holds none.
 */
export function useGroupedNote(): (decimal: string) => string | null {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (decimal) => {
    const grouped = readGrouped(decimal);
    if (grouped === null) return null;
    const typed = showDecimal(decimal.trim(), language);
    const whole = showDecimal(grouped.whole, language);
    if (grouped.fraction === null) return t('faults.grouped', { whole });
    return t('faults.twoAmounts', { typed, whole, fraction: showDecimal(grouped.fraction, language) });
  };
}
