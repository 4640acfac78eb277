import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import classes from './name-search.module.css';
import type { NameSearch } from './search-stock.ts';

/** How complete a search was. */
export function SearchOutcome({ search }: { search: NameSearch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { phase, name, found, opened, unreadable, of } = search;
  const { sentences } = usePunctuation();
  const figure = (value: number) => value.toLocaleString(language);
  const erased = of - opened - unreadable;
  return (
    <div className={classes.outcome} aria-live="polite">
      {phase === 'ended' && found.length === 0 && <p>{t('reports.name.none', { name })}</p>}
      {phase === 'ended' && (
        <p className={classes.quiet}>
          {sentences(
            t('reports.name.looked', { opened: figure(opened) }),
            erased > 0 && t('reports.name.erased', { erased: figure(erased) }),
          )}
        </p>
      )}
      {phase === 'stopped' && <p>{t('reports.name.stopped')}</p>}
      {phase === 'full' && <p>{t('reports.name.full', { most: figure(found.length) })}</p>}
      {unreadable > 0 && <p>{t('reports.name.unreadable', { unreadable: figure(unreadable) })}</p>}
    </div>
  );
}
