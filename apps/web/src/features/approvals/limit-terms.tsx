import type { GuardedLimit } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/data/money.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './pending-proposals.module.css';

/** A limit that guards the shop's money, as it stands and as it would be. */
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
