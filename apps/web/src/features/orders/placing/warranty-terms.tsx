import { useTranslation } from '../../../locales/use-translation.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/warranty-answer-hours.ts';
import { Link } from '../../../lib/router/link.tsx';
import classes from './warranty-terms.module.css';

/** What the warranty of a product means, folded up; or that there is none. */
export function WarrantyTerms({ hours }: { hours: number }) {
  const { t } = useTranslation();
  const { space } = usePunctuation();
  const answer = useWarrantyAnswerHours();
  if (hours === 0) return <p className={classes.none}>{t('product.receive.noWarranty')}</p>;
  return (
    <details className={classes.terms}>
      <summary>{t('product.warranty.title', { hours })}</summary>
      <ul>
        <li>{t('product.warranty.starts', { hours })}</li>
        <li>{t('product.warranty.counts')}</li>
        <li>{t('product.warranty.not')}</li>
        <li>
          {t('product.warranty.answer', { answer })}
          {space}
          <Link to="/docs/refunds">{t('product.warranty.more')}</Link>
        </li>
      </ul>
    </details>
  );
}
