import { Button } from '@mantine/core';
import { formatAddress } from '@portside/chain/networks/address';
import type { Network } from '@portside/contract';
import { formatBalance } from '@portside/contract/wire/money';
import { useTranslation } from '../../../../locales/use-translation.ts';
import type { Hex } from '../../../../lib/wallet/payment.ts';
import type { Holdings } from '../../../../lib/wallet/wallet.ts';
import { useLanguage } from '../../../../locales/use-language.ts';
import { Money } from '../../../../ui/data/money.tsx';
import { StatusBadge } from '../../../../ui/data/status-badge.tsx';
import { shorten } from '../../history/shorten.ts';
import { formatCoin } from '../../../../lib/format/format-coin.ts';
import classes from './wallet-summary.module.css';
import type { WalletPayment } from '../use-wallet-payment.ts';

type Props = { desk: WalletPayment; owner: Hex; holdings: Holdings; network: Network; isBusy: boolean };

/** The connected wallet's address and balances. */
export function WalletSummary({ desk, owner, holdings, network, isBusy }: Props) {
  const { t } = useTranslation('pay');
  const language = useLanguage();
  const address = formatAddress(network, owner);
  return (
    <div className={classes.purse}>
      <div className={classes.who}>
        <strong>{desk.opened?.found.name}</strong>
        <StatusBadge tone="good">{t('wallet.connected')}</StatusBadge>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('wallet.address')}</dt>
          <dd>
            <code title={address}>{shorten(address)}</code>
          </dd>
        </div>
        <div>
          <dt>{t('wallet.balance')}</dt>
          <dd data-testid="wallet-usdt">
            <Money amount={formatBalance(holdings.usdtMicro)} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.coin')}</dt>
          <dd className="figures">{formatCoin(network, holdings.coin, language)}</dd>
        </div>
      </dl>
      <Button variant="subtle" color="gray" size="compact-sm" disabled={isBusy} onClick={desk.leave}>
        {t('wallet.disconnect')}
      </Button>
    </div>
  );
}
