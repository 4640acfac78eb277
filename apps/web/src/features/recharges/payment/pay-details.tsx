import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { networkName } from '../../../lib/networks.ts';
import { NetworkWarning } from '../network-warning.tsx';
import { PayAddress } from '../pay-address.tsx';
import { ExactAmount } from './exact-amount.tsx';
import { amountToPay } from './pay-amount-parts.ts';
import { PayCode } from './pay-code.tsx';
import classes from './pay-details.module.css';
import type { PayableRecharge } from '../../../lib/payable-recharge.ts';

/** Exact amount, address and network, to copy or scan. */
export function PayDetails({ recharge }: { recharge: PayableRecharge }) {
  const { t } = useTranslation();
  const network = networkName(recharge.type);
  const { t: pay } = useTranslation('pay');
  const isExact = recharge.mode === 'exact_amount';
  return (
    <div className={classes.details}>
      <div className={classes.facts}>
        <div>
          <div className={classes.label}>
            {isExact ? t('recharges.payment.amount') : pay('own.pay.amount')}
          </div>
          <div className={classes.line}>
            <ExactAmount recharge={recharge} className={classes.amount} />
            <CopyButton text={amountToPay(recharge)} label={t('recharges.payment.copyAmount')} />
          </div>
          <p className={classes.hint}>{isExact ? t('recharges.payment.tail') : pay('own.pay.anyAmount')}</p>
        </div>
        <div>
          <div className={classes.label}>{t('recharges.payment.address')}</div>
          <div className={classes.line}>
            <PayAddress address={recharge.wallet_address} testId="pay-address" />
          </div>
        </div>
        <dl className={classes.small}>
          <dt>{t('recharges.payment.network')}</dt>
          <dd>{network}</dd>
          <dt>{t('recharges.payment.contract')}</dt>
          <dd className={classes.contract}>{recharge.contract_address}</dd>
        </dl>
        <NetworkWarning type={recharge.type}>
          {isExact ? t('recharges.payment.warning', { network }) : pay('own.pay.warning', { network })}
        </NetworkWarning>
      </div>
      <PayCode recharge={recharge} />
    </div>
  );
}
