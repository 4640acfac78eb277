import { Anchor } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Link } from '../../lib/router/link.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './pending-proposals.module.css';
import { networkName } from '../../lib/networks.ts';

type Kind = 'depositAssignmentApproved' | 'depositRejectionApproved' | 'depositReversalApproved';

/** A deposit and what would happen to it. */
export function DepositTerms({ kind, terms }: { kind: Kind; terms: Terms }) {
  const { t } = useTranslation('admin');
  const network = textOf(terms, 'network') as Network;
  const hash = textOf(terms, 'tx_hash');
  const userId = textOf(terms, 'user_id');
  const orderId = textOf(terms, 'order_id');
  return (
    <dl className={classes.terms}>
      <Fact name={t('deposits.one')}>
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>{' '}
        · {networkName(network)}
      </Fact>
      <Fact name={t('approvals.outcome')}>
        {kind === 'depositAssignmentApproved' ? (
          <>
            {t('approvals.creditTo')}{' '}
            <Anchor component={Link} inherit to={`/admin/user?open=${userId}`}>
              {textOf(terms, 'username')}
            </Anchor>
          </>
        ) : (
          t(kind === 'depositRejectionApproved' ? 'approvals.creditNobody' : 'approvals.creditBack')
        )}
      </Fact>
      {orderId && (
        <Fact name={t('approvals.closes')}>
          <Anchor component={Link} inherit to={`/admin/recharge?open=${orderId}`}>
            {orderId}
          </Anchor>
        </Fact>
      )}
      <Fact name={t('deposits.field.tx_hash')}>
        <span className={classes.address}>
          <Anchor component={Link} inherit to={`/admin/recharge?tab=deposits&tx_hash=${hash}`}>
            <code>{hash}</code>
          </Anchor>
          <CopyButton text={hash} />
        </span>
      </Fact>
      <Fact name={t('deposits.field.sender')}>
        <code>{textOf(terms, 'sender')}</code>
      </Fact>
    </dl>
  );
}
