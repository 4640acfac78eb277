import type { GuardedLimit } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { Money } from '../../ui/data/money.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './pending-proposals.module.css';

/** A limit that protects the shop's money, before and after. */
export function LimitTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const limit = textOf(terms, 'limit') as GuardedLimit;
  return (
    <dl className={classes.terms}>
      <Fact name={t(`settings.field.${limit}`)}>
        <Money amount={textOf(terms, 'former_amount')} /> →{' '}
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>
      </Fact>
    </dl>
  );
}
