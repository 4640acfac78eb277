import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { FoldedOnPhones } from '../folded-on-phones.tsx';
import classes from './pay-code.module.css';
import { paymentUri } from './payment-uri.ts';
import { QrTile } from '../../../ui/data/qr-tile.tsx';
import type { PayableRecharge } from '../../../lib/payable-recharge.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';

/**
 * QR code for a wallet: the plain address, or a payment link with the amount where the network has a standard for it.
 */
export function PayCode({ recharge }: { recharge: PayableRecharge }) {
  const { t } = useTranslation();
  const [content, setContent] = useState<'amount' | 'address'>('amount');
  const uri = paymentUri(recharge);
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
              { value: 'amount', label: t('recharges.payment.qrAmount') },
              { value: 'address', label: t('recharges.payment.qrAddress') },
            ]}
          />
        )}
        <p className={classes.hint}>
          {t(hasAmount ? 'recharges.payment.qrAmountHint' : 'recharges.payment.qrAddressHint')}
        </p>
      </div>
    </FoldedOnPhones>
  );
}
