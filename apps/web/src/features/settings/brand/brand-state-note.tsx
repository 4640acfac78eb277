import type { BrandState } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './brand-form.module.css';
import { usePunctuation } from '../../../locales/punctuation.ts';

/** What visitors see now, and whether something waits to be published. */
export function BrandStateNote({ state, isDirty }: { state: BrandState; isDirty: boolean }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { sentences } = usePunctuation();
  const { draft, published } = state;
  return (
    <div className={classes.state}>
      <p>{t('brand.lede')}</p>
      <p aria-live="polite">
        {sentences(
          published
            ? t('brand.publishedAt', { at: formatDateTime(published.published_at, language) })
            : t('brand.builtIn'),
          isDirty
            ? t('brand.unsaved')
            : draft && t('brand.draftAt', { at: formatDateTime(draft.updated_at, language) }),
        )}
      </p>
    </div>
  );
}
