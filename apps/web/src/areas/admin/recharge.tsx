import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { AllBonuses } from '../../features/bonuses/all-bonuses.tsx';
import { AllDeposits } from '../../features/deposits/all-deposits.tsx';
import { NamedPayments } from '../../features/deposits/named-payments.tsx';
import { ChainHealth } from '../../features/deposits/chains/chain-health.tsx';
import { RedeemBatches } from '../../features/redeem-codes/redeem-batches.tsx';
import { AllRecharges } from '../../features/recharges/admin/all-recharges.tsx';
import { Sweeping } from '../../features/sweeping/sweeping.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { PageTabs } from './page-tabs.tsx';
import classes from './layout.module.css';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('recharges.title')} lede={t('recharges.lede')} />
      <div className={classes.stack}>
        <PendingProposals about="deposit" />
        <div>
          <PageTabs
            label={t('recharges.title')}
            tabs={[
              { name: 'recharges', title: t('recharges.title'), Panel: AllRecharges },
              { name: 'deposits', title: t('deposits.title'), Panel: AllDeposits },
              { name: 'named', title: t('deposits.named.title'), Panel: NamedPayments },
              { name: 'codes', title: t('redeemBatches.title'), Panel: Codes },
              { name: 'bonuses', title: t('bonuses.title'), Panel: Bonuses },
              { name: 'sweeping', title: t('sweeping.title'), Panel: Sweeping },
              { name: 'chains', title: t('chains.title'), Panel: ChainHealth },
            ]}
          />
        </div>
      </div>
    </>
  );
}

const Bonuses = () => (
  <div className={classes.stack}>
    <PendingProposals about="bonus" />
    <AllBonuses />
  </div>
);

const Codes = () => (
  <div className={classes.stack}>
    <PendingProposals about="redeemBatch" />
    <RedeemBatches />
  </div>
);
