import { Button, Loader } from '@mantine/core';
import type { Network } from '@portside/contract';
import { IconWallet } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { networkName } from '../../../lib/networks.ts';
import type { WalletPayment } from './use-wallet-payment.ts';
import classes from './wallet-list.module.css';

/** The wallets of this browser, each a button that connects it. */
export function WalletList({ desk, network }: { desk: WalletPayment; network: Network }) {
  const { t } = useTranslation('pay');
  const { wallets, isDone } = desk.found;
  const isConnecting = desk.flow.state === 'connecting';
  if (wallets.length === 0 && !isDone)
    return (
      <output className={classes.looking}>
        <Loader size="xs" /> {t('wallet.looking')}
      </output>
    );
  if (wallets.length === 0)
    return (
      <Callout tone="warn" title={t('wallet.none')}>
        {t('wallet.noneText', { network: networkName(network) })}
      </Callout>
    );
  return (
    <div className={classes.list}>
      {wallets.map((one) => (
        <Button
          key={one.key}
          variant="default"
          size="md"
          justify="flex-start"
          disabled={isConnecting}
          loading={isConnecting && desk.opened?.found.key === one.key}
          leftSection={
            one.icon === null ? (
              <IconWallet size={24} stroke={1.6} aria-hidden />
            ) : (
              <img src={one.icon} alt="" width={24} height={24} className={classes.icon} />
            )
          }
          onClick={() => void desk.choose(one)}
        >
          {t('wallet.choose', { name: one.name })}
        </Button>
      ))}
      {isConnecting && <output className={classes.looking}>{t('wallet.connecting')}</output>}
    </div>
  );
}
