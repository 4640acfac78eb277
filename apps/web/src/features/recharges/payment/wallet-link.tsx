import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { IconWallet } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Link } from 'wouter';
import classes from './payment.module.css';

/** Pages that pay with a connected wallet. */
export type PayPage = '/pay' | '/mobile/cashRegister';

type Props = { recharge: Recharge; payPage: PayPage };

/** Link to the payment page, for buyers with a wallet at hand. */
export function WalletLink({ recharge, payPage }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.way}>
      <IconWallet size={26} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <strong>{t('recharges.wallet.title')}</strong>
        <span>{t('recharges.wallet.text')}</span>
      </div>
      <Button component={Link} to={`${payPage}?order=${recharge.order_id}`} variant="light">
        {t('recharges.wallet.action')}
      </Button>
    </div>
  );
}
