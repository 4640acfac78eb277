import { Anchor } from '@mantine/core';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { Link } from '../../lib/router/link.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './pending-proposals.module.css';

/** A balance adjustment, with the balance before and after where the reader may see it. */
export function BalanceTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const id = textOf(terms, 'user_id');
  const amount = textOf(terms, 'amount');
  const isCredit = terms['direction'] === 'credit';
  const { data: user } = useQuery(query('readUser', { params: { id } }, { isQuiet: true }));
  return (
    <dl className={classes.terms}>
      <Fact name={t('users.one')}>
        <Anchor component={Link} inherit to={`/admin/user?open=${id}`}>
          {user?.username ?? textOf(terms, 'username')}
        </Anchor>
      </Fact>
      <Fact name={t(isCredit ? 'users.adjust.credit' : 'users.adjust.debit')}>
        <strong>
          <Money amount={amount} />
        </strong>
      </Fact>
      {user && (
        <Fact name={t('users.field.balance')}>
          <Money amount={user.exact_balance} /> →{' '}
          <strong>
            <Money amount={changed(user.exact_balance, amount, isCredit)} />
          </strong>
        </Fact>
      )}
    </dl>
  );
}

function changed(balance: string, amount: string, isCredit: boolean): string {
  const [before, by] = [parseMicro(balance), parseMicro(amount)];
  if (isCredit) return formatMicro(before + by);
  return by > before ? `-${formatMicro(by - before)}` : formatMicro(before - by);
}
