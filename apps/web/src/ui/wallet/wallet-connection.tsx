import { Button, Loader } from '@mantine/core';
import { formatAddress } from '@portside/chain/networks/address';
import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { IconWallet } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { networkName } from '../../lib/networks/networks.ts';
import type { OperatorFound, OperatorWallet } from '../../lib/wallet/operator/use-operator-wallet.ts';
import type { WalletProblem } from '../../lib/wallet/problems.ts';
import { Callout } from '../messages/callout.tsx';
import { WalletProblemNote } from './wallet-problem-note.tsx';
import classes from './wallet-connection.module.css';

type Props = { wallet: OperatorWallet; network: Network };

/** Connects a wallet of this browser for an operator, and shows which one is connected. */
export function WalletConnection({ wallet, network }: Props) {
  const { t } = useTranslation('admin');
  const { connection, problem, chosen } = wallet;
  const nameOf = useWalletName();
  return (
    <div className={classes.connection}>
      {connection.state === 'none' && <WalletChoice wallet={wallet} network={network} />}
      {(connection.state === 'connecting' || connection.state === 'switching') && (
        <output className={classes.waiting}>
          <Loader size="xs" /> {t(`operatorWallet.${connection.state}`)}
        </output>
      )}
      {(connection.state === 'ready' || connection.state === 'elsewhere') && (
        <p className={classes.connected}>
          <IconWallet size={20} stroke={1.6} aria-hidden />
          <span>
            {chosen && nameOf(chosen)} <code translate="no">{formatAddress(network, connection.owner)}</code>
          </span>
          <Button size="compact-sm" variant="subtle" onClick={wallet.leave}>
            {t('operatorWallet.leave')}
          </Button>
        </p>
      )}
      {connection.state === 'elsewhere' && (
        <Callout tone="warn" title={t('operatorWallet.elsewhere', { network: networkName(network) })}>
          <Button size="compact-md" variant="default" onClick={() => void wallet.switchChain()}>
            {t('operatorWallet.switch')}
          </Button>
        </Callout>
      )}
      {problem && <OperatorWalletProblem problem={problem} network={network} />}
    </div>
  );
}

/** What went wrong with an operator's wallet, and that nothing was lost. */
export function OperatorWalletProblem({ problem, network }: { problem: WalletProblem; network: Network }) {
  const { t } = useTranslation('admin');
  const key =
    problem in PROBLEMS ? PROBLEMS[problem as keyof typeof PROBLEMS] : 'operatorWallet.problem.failed';
  return <WalletProblemNote problem={problem} text={t(key, { coin: recordOf(network).coin.name })} />;
}

/** Others cannot happen here, or need no words of their own. */
const PROBLEMS = {
  rejected: 'operatorWallet.problem.rejected',
  busy: 'operatorWallet.problem.busy',
  timeout: 'operatorWallet.problem.timeout',
  unconfirmed: 'operatorWallet.problem.timeout',
  wrongNetwork: 'operatorWallet.problem.wrongNetwork',
  walletChanged: 'operatorWallet.problem.walletChanged',
  insufficientCoin: 'operatorWallet.problem.insufficientCoin',
  contractFailed: 'operatorWallet.problem.contractFailed',
  changedByWallet: 'operatorWallet.problem.changedByWallet',
  wrongCheckout: 'operatorWallet.problem.wrongCode',
} as const;

/** Extensions have names of their own. */
function useWalletName(): (one: OperatorFound) => string {
  const { t } = useTranslation('admin');
  return (one) => (one.family === 'sandbox' ? t('operatorWallet.sandbox') : one.name);
}

function WalletChoice({ wallet, network }: Props) {
  const { t } = useTranslation('admin');
  const nameOf = useWalletName();
  const { wallets, isDone } = wallet.found;
  if (wallets.length === 0 && !isDone)
    return (
      <output className={classes.waiting}>
        <Loader size="xs" /> {t('operatorWallet.looking')}
      </output>
    );
  if (wallets.length === 0)
    return <Callout tone="warn">{t('operatorWallet.none', { network: networkName(network) })}</Callout>;
  return (
    <div className={classes.choice}>
      {wallets.map((one) => (
        <Button
          key={one.key}
          variant="default"
          leftSection={
            one.icon === null ? (
              <IconWallet size={20} stroke={1.6} aria-hidden />
            ) : (
              <img src={one.icon} alt="" width={20} height={20} />
            )
          }
          onClick={() => void wallet.choose(one)}
        >
          {t('operatorWallet.connect', { name: nameOf(one) })}
        </Button>
      ))}
      {wallets.some(({ family }) => family === 'sandbox') && (
        <p className={classes.note}>{t('operatorWallet.sandboxNote')}</p>
      )}
    </div>
  );
}
