import { recordOf } from '@portside/chain/networks/registry';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { neighboursOf, networkName } from '../../../lib/networks.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { ExactAmount } from './exact-amount.tsx';
import { amountToPay } from './pay-amount-parts.ts';
import { PayCode } from './pay-code.tsx';
import classes from './pay-details.module.css';
import type { PayableRecharge } from '../../../lib/payable-recharge.ts';

/** Characters at either end of an address that people compare. */
const COMPARED = 6;

/** Exact amount, address and network, to copy or scan. */
export function PayDetails({ recharge }: { recharge: PayableRecharge }) {
  const { t } = useTranslation();
  const network = networkName(recharge.type);
  const neighbours = neighboursOf(recharge.type);
  const { standard } = recordOf(recharge.type);
  const list = new Intl.ListFormat(useLanguage(), { type: 'disjunction' });
  const { t: pay } = useTranslation('pay');
  const isExact = recharge.mode === 'exact_amount';
  const address = recharge.wallet_address;
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
            <code className={classes.address} data-testid="pay-address">
              <b>{address.slice(0, COMPARED)}</b>
              {address.slice(COMPARED, -COMPARED)}
              <b>{address.slice(-COMPARED)}</b>
            </code>
            <CopyButton text={address} label={t('recharges.payment.copyAddress')} />
          </div>
        </div>
        <dl className={classes.small}>
          <dt>{t('recharges.payment.network')}</dt>
          <dd>{network}</dd>
          <dt>{t('recharges.payment.contract')}</dt>
          <dd className={classes.contract}>{recharge.contract_address}</dd>
        </dl>
        <p className={classes.warning} role="note">
          <IconAlertTriangle size={19} stroke={1.8} aria-hidden />
          <span>
            {isExact ? t('recharges.payment.warning', { network }) : pay('own.pay.warning', { network })}
            {neighbours.length > 0 && (
              <>
                {' '}
                {t('recharges.payment.neighbours', { network: standard, others: list.format(neighbours) })}
              </>
            )}
          </span>
        </p>
      </div>
      <PayCode recharge={recharge} />
    </div>
  );
}
