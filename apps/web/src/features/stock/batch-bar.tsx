import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { PARTS, type PartCounts } from './batch-parts.ts';
import classes from './stock.module.css';

/** The accounts of a batch by state, as a stacked bar. */
export function BatchBar({ batch, isLarge = false }: { batch: PartCounts; isLarge?: boolean }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { list } = usePunctuation();
  const said = PARTS.map((part) => `${t(`stock.field.${part}`)} ${batch[part].toLocaleString(language)}`);
  return (
    <>
      <span className={classes.bar} data-large={isLarge || undefined} title={list(said)} aria-hidden>
        {PARTS.filter((part) => batch[part] > 0).map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: batch[part] }} />
        ))}
      </span>
      <span className="visually-hidden">{list(said)}</span>
    </>
  );
}
