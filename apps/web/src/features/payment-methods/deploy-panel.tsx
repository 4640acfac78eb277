import { formatCoin } from '../../lib/networks/networks.ts';
import { Button } from '@mantine/core';
import { formatAddress, parseAddress } from '@portside/chain/networks/address';
import { checkoutCreation, factoryCreation } from '@portside/checkout/checkout-code';
import type { Data, Network } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { deploy, type Signer } from '../../lib/wallet/operator/signer.ts';
import { useOperatorWallet } from '../../lib/wallet/operator/use-operator-wallet.ts';
import { failureOf, type WalletProblem } from '../../lib/wallet/problems.ts';
import type { Sendable } from '../../lib/wallet/wallet.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { WalletConnection, OperatorWalletProblem } from '../../ui/wallet/wallet-connection.tsx';
import classes from './payment-methods.module.css';

type ChainToken = Pick<Data<'checkContracts'>, 'chain_id' | 'contract_address'>;

type Props = {
  type: Network;
  name: 'checkout' | 'factory';
  /** The receiving wallet as the network writes it; null until it is an address. */
  wallet: string | null;
  /** Null until the shop has said which chain it is. */
  token: ChainToken | null;
  onDeployed: (address: string) => void;
};

/** Deploys a contract from a wallet of this browser. Its code is part of this page, with the wallet in it. */
export default function DeployPanel({ token, wallet, ...props }: Props) {
  const { t } = useTranslation('admin');
  if (wallet === null || token === null)
    return <Callout tone="info">{t('paymentMethods.deploy.walletFirst')}</Callout>;
  return <Deployment {...props} wallet={wallet} token={token} />;
}

type DeploymentProps = Props & { wallet: string; token: ChainToken };

function Deployment({ type, name, wallet, token, onDeployed }: DeploymentProps) {
  const { t } = useTranslation('admin');
  const connected = useOperatorWallet({ network: type, chainId: token.chain_id });
  const [step, setStep] = useState<'signing' | 'sent' | null>(null);
  const [problem, setProblem] = useState<WalletProblem | null>(null);
  const { signer } = connected;
  const deployment = deploymentOf({ type, name, wallet, token });

  const run = async (by: Signer, what: Sendable): Promise<void> => {
    setProblem(null);
    setStep('signing');
    try {
      const address = await deploy(by, what, () => setStep('sent'));
      onDeployed(formatAddress(type, address));
    } catch (error) {
      setProblem(failureOf(error, 'paymentFailed').problem);
      setStep(null);
    }
  };

  return (
    <section className={classes.deploy} aria-label={t('paymentMethods.deploy.title')}>
      <strong>{t('paymentMethods.deploy.title')}</strong>
      <p className={classes.hint}>
        {t('paymentMethods.deploy.text')} <code translate="no">{wallet}</code>
      </p>
      <WalletConnection wallet={connected} network={type} />
      {deployment === null && <Callout tone="warn">{t('paymentMethods.deploy.noToken')}</Callout>}
      {signer && deployment && <Cost type={type} signer={signer} deployment={deployment} />}
      {problem && <OperatorWalletProblem problem={problem} network={type} />}
      {step && <output className={classes.hint}>{t(`paymentMethods.deploy.${step}`)}</output>}
      <Button
        className={classes.submit}
        loading={step !== null}
        disabled={!signer || !deployment}
        onClick={() => signer && deployment && void run(signer, deployment)}
      >
        {t('paymentMethods.deploy.submit')}
      </Button>
    </section>
  );
}

/** Null if the token of a checkout is not known. */
function deploymentOf({
  type,
  name,
  wallet,
  token,
}: Pick<DeploymentProps, 'type' | 'name' | 'wallet' | 'token'>): Sendable | null {
  const treasury = parseAddress(type, wallet);
  if (name === 'factory') return { to: null, data: factoryCreation(treasury) };
  return token.contract_address === null
    ? null
    : { to: null, data: checkoutCreation(parseAddress(type, token.contract_address), treasury) };
}

function Cost({ type, signer, deployment }: { type: Network; signer: Signer; deployment: Sendable }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { account, owner } = signer;
  const { data } = useQuery({
    queryKey: ['deployment fee', type, owner, deployment.data],
    queryFn: async () => {
      const [fee, coin] = await Promise.all([account.feeOf(owner, deployment), account.coinOf(owner)]);
      return { fee, coin };
    },
    retry: false,
  });
  if (!data) return null;
  const shown = {
    fee: formatCoin(type, data.fee, language),
    coin: formatCoin(type, data.coin, language),
  };
  return <p className={classes.hint}>{t('paymentMethods.deploy.cost', shown)}</p>;
}
