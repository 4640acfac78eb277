import type { Network } from '@portside/contract';
import { IconGasStation, IconSignature } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../../lib/browser/use-throttled-action.ts';
import { useLanguage } from '../../../../locales/use-language.ts';
import { StatusBadge } from '../../../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../../../ui/buttons/throttled-button.tsx';
import { formatCoin } from '../../../../lib/format/format-coin.ts';
import classes from './payment-option.module.css';

type Props = {
  title: string;
  text: string;
  isRecommended: boolean;
  /** In the coin's smallest unit; null where it is unknown, undefined where this way is not offered. */
  fee: bigint | null | undefined;
  network: Network;
  signatures: number;
  action: string;
  isBusy: boolean;
  isOff?: boolean;
  onPay: () => Promise<void>;
  children?: ReactNode;
};

/** One way to pay, with its fee and number of signatures. */
export function PaymentOption({
  title,
  text,
  isRecommended,
  fee,
  network,
  signatures,
  action,
  ...rest
}: Props) {
  const { t } = useTranslation('pay');
  const language = useLanguage();
  const pay = useThrottledAction(rest.onPay);
  return (
    <section className={classes.way} data-recommended={isRecommended || undefined} aria-label={title}>
      <header className={classes.head}>
        <h4 className={classes.title}>{title}</h4>
        {isRecommended && <StatusBadge tone="info">{t('wallet.recommended')}</StatusBadge>}
      </header>
      <p className={classes.text}>{text}</p>
      {rest.children}
      {fee !== undefined && (
        <ul className={classes.facts}>
          <li>
            <IconGasStation size={15} stroke={1.7} aria-hidden />
            {fee === null
              ? t('wallet.feeUnknown')
              : t('wallet.fee', { fee: formatCoin(network, fee, language) })}
          </li>
          <li>
            <IconSignature size={15} stroke={1.7} aria-hidden />
            {t('wallet.signatures', { count: signatures })}
          </li>
        </ul>
      )}
      {fee !== undefined && (
        <ThrottledButton
          action={pay}
          fullWidth
          variant={isRecommended ? 'filled' : 'default'}
          disabled={rest.isBusy || rest.isOff === true}
        >
          {action}
        </ThrottledButton>
      )}
    </section>
  );
}
