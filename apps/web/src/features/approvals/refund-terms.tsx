import { Anchor } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { Money } from '../../ui/data/money.tsx';
import { Link } from '../../lib/router/link.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './pending-proposals.module.css';

type Props = { terms: Terms; name: 'refundedAmount' | 'replacedValue' };

/** The refund of an order, or the replacement of its accounts at the order's price. */
export function RefundTerms({ terms, name }: Props) {
  const { t } = useTranslation('admin');
  const orderNo = textOf(terms, 'order_no');
  return (
    <dl className={classes.terms}>
      <Fact name={t('orders.one')}>
        <Anchor component={Link} inherit to={`/admin/order?open=${orderNo}`}>
          {orderNo}
        </Anchor>
      </Fact>
      <Fact name={t(`approvals.${name}`)}>
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>{' '}
        {t('orders.accounts', { count: Number(terms['accounts']) })}
      </Fact>
    </dl>
  );
}
