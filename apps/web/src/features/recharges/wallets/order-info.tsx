import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { networkName } from '../../../lib/networks.ts';
import { ExactAmount } from '../payment/exact-amount.tsx';
import { amountToPay } from '../payment/pay-amount-parts.ts';
import { QuoteClock } from '../payment/quote-clock.tsx';
import classes from './order-info.module.css';

/** The payment's details, to check before a wallet is asked. */
export function OrderInfo({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  return (
    <Panel
      title={t('pages.order.title')}
      aside={recharge.sub_state === 'waiting' && <QuoteClock recharge={recharge} />}
    >
      <dl className={classes.facts}>
        <div className={classes.wide}>
          <dt>{t('pages.order.amount')}</dt>
          <dd className={classes.line}>
            <ExactAmount recharge={recharge} className={classes.amount} />
            <CopyButton text={amountToPay(recharge)} name={shop('recharges.payment.copyAmount')} />
          </dd>
          <dd className={classes.hint}>
            {t(recharge.mode === 'exact_amount' ? 'pages.order.amountHint' : 'own.pay.anyAmount')}
          </dd>
        </div>
        <div>
          <dt>{t('pages.order.network')}</dt>
          <dd className={classes.network}>{networkName(recharge.type)}</dd>
        </div>
        {recharge.wallet_address !== null && (
          <div className={classes.wide}>
            <dt>{t('pages.order.receiver')}</dt>
            <dd className={classes.line}>
              <code className={classes.code} data-testid="pay-address">
                {recharge.wallet_address}
              </code>
              <CopyButton text={recharge.wallet_address} name={shop('recharges.payment.copyAddress')} />
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
