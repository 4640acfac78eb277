import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { networkName, neighboursOf, type PayableRecharge } from '../../../lib/networks/networks.ts';
import { amountToPay, paymentUri, payAmountParts } from '../payment-text.ts';
import classes from './payment.module.css';
import { useState, type ReactNode } from 'react';
import { QrTile } from '../../../ui/data/qr-tile.tsx';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import type { Recharge, Network } from '@portside/contract';
import { recordOf } from '@portside/chain/networks/registry';
import { IconAlertTriangle } from '@tabler/icons-react';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { Folded } from '../../../ui/layout/panel.tsx';

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
          <dd className={classes.contract} translate="no">
            {recharge.contract_address}
          </dd>
        </dl>
        <NetworkWarning type={recharge.type}>
          {isExact ? t('recharges.payment.warning', { network }) : pay('own.pay.warning', { network })}
        </NetworkWarning>
      </div>
      <PayCode recharge={recharge} />
    </div>
  );
}

/**
 * QR code for a wallet: the plain address, which everything reads. Where the amount must be exact and the network has a
 * standard for it, a payment link by choice: many apps take its first address, the token's contract, for the receiver.
 */
function PayCode({ recharge }: { recharge: PayableRecharge }) {
  const { t } = useTranslation();
  const [content, setContent] = useState<'amount' | 'address'>('address');
  const uri = recharge.mode === 'exact_amount' ? paymentUri(recharge) : null;
  const hasAmount = uri !== null && content === 'amount';
  return (
    <FoldedOnPhones summary={t('recharges.payment.qrShow')}>
      <div className={classes.code}>
        <QrTile label={t('recharges.payment.qr')} text={hasAmount ? uri : recharge.wallet_address} />
        {uri !== null && (
          <ChoiceRow
            fullWidth
            size="xs"
            aria-label={t('recharges.payment.qrContent')}
            value={content}
            onChange={setContent}
            data={[
              { value: 'address', label: t('recharges.payment.qrAddress') },
              { value: 'amount', label: t('recharges.payment.qrAmount') },
            ]}
          />
        )}
        <p className={classes.payCodeHint}>
          {t(hasAmount ? 'recharges.payment.qrAmountHint' : 'recharges.payment.qrAddressHint')}
        </p>
      </div>
    </FoldedOnPhones>
  );
}

type ExactAmountProps = { recharge: Pick<Recharge, 'pay_amount' | 'mode'>; className?: string | undefined };

/**
 * The amount to pay, with the digits that identify the top-up marked. Alike in every language, with a decimal point and
 * no separators, as wallets and exchanges take it and show it.
 */
export function ExactAmount({ recharge, className = '' }: ExactAmountProps) {
  const isExact = recharge.mode === 'exact_amount';
  const { head, tail } = payAmountParts(recharge.pay_amount);
  return (
    <strong
      className={`${classes.exactAmountAmount} ${className} figures`}
      data-testid="pay-amount"
      translate="no"
    >
      {isExact ? head : amountToPay(recharge)}
      {isExact && <mark className={classes.tail}>{tail}</mark>}
      <span className={classes.unit}> USDT</span>
    </strong>
  );
}

/** Characters at either end of an address that people compare. */
const COMPARED = 6;

/**
 * An address to pay to, with its ends marked, and a button that copies it; both are children of the line around them.
 */
export function PayAddress({ address, testId }: { address: string; testId: string }) {
  const { t } = useTranslation();
  return (
    <>
      <code className={classes.address} data-testid={testId} translate="no">
        <b>{address.slice(0, COMPARED)}</b>
        {address.slice(COMPARED, -COMPARED)}
        <b>{address.slice(-COMPARED)}</b>
      </code>
      <CopyButton text={address} label={t('recharges.payment.copyAddress')} />
    </>
  );
}

/** What must not be sent, and the networks that this one is taken for. */
export function NetworkWarning({ type, children }: { type: Network; children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { space } = usePunctuation();
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const neighbours = neighboursOf(type);
  const { standard } = recordOf(type);
  // In Chinese Latin names have spaces around them.
  const others = list.format(neighbours).replace('或', ' 或 ');
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={19} stroke={1.8} aria-hidden />
      <span>
        {children}
        {neighbours.length > 0 && (
          <>
            {space}
            {t('recharges.payment.neighbours', { network: standard, others })}
          </>
        )}
      </span>
    </p>
  );
}

type FoldedOnPhonesProps = { summary: string; children: ReactNode };

/** A QR code, folded on a phone: nobody scans the screen in their own hand. */
export const FoldedOnPhones = ({ summary, children }: FoldedOnPhonesProps) =>
  currentArea() === '/client' ? children : <Folded summary={summary}>{children}</Folded>;
