import type { DepositFactory } from '@portside/checkout/deposit-code';
import { depositAddressRuntimeHash } from '@portside/checkout/generated/deposit-address';
import { depositFactoryRuntimeHash } from '@portside/checkout/generated/deposit-factory';
import type { DepositAddress } from '@portside/contract';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { networkName } from '../../../lib/networks/networks.ts';
import { checkAddress } from '../../../lib/wallet/check-address.ts';
import { readFactory, type FactoryReading } from '../../../lib/wallet/read-factory.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import classes from './address.module.css';

/**
 * Says whether the shown address follows from the published code and, if a wallet provides a node, whether that code is
 * on the chain; and what this does and does not prove.
 */
export default function AddressCheck({ address }: { address: DepositAddress }) {
  const { t } = useTranslation('address');
  const { factory } = useMemo(() => checkAddress(address), [address]);
  const { data: reading } = useFactoryReading(address, factory);
  const isWrong = factory === null || reading?.state === 'other';
  return (
    <output className={classes.addressCheckCheck}>
      <Callout
        tone={isWrong ? 'bad' : 'good'}
        icon={isWrong ? <IconShieldX size={18} aria-hidden /> : <IconShieldCheck size={18} aria-hidden />}
        title={t(isWrong ? 'check.bad' : 'check.good')}
      >
        {factory === null ? (
          t('check.badText')
        ) : (
          <>
            {!isWrong && <p className={classes.text}>{t('check.proves')}</p>}
            <p className={classes.text}>
              <OnChain reading={reading} network={networkName(address.type)} />
            </p>
            {!isWrong && <p className={classes.text}>{t('check.limits')}</p>}
          </>
        )}
        <Facts address={address} />
      </Callout>
    </output>
  );
}

const useFactoryReading = ({ type, chain_id: chainId }: DepositAddress, factory: DepositFactory | null) =>
  useQuery({
    queryKey: ['factory of own address', type, chainId, factory],
    queryFn: () => readFactory({ network: type, chainId, factory: factory! }),
    enabled: factory !== null,
    staleTime: 0,
  });

function OnChain({ reading, network }: { reading: FactoryReading | undefined; network: string }) {
  const { t } = useTranslation('address');
  if (!reading) return t('check.chain.reading');
  if (reading.state === 'unread') return t('check.chain.unread', { network });
  return t(`check.chain.${reading.state}`, { wallet: reading.walletName });
}

/** From the shop, and the hashes of the code that this page was built with. */
function Facts({ address }: { address: DepositAddress }) {
  const { t } = useTranslation('address');
  const facts = [
    ['wallet', address.wallet_address],
    ['factory', address.factory_address],
    ['salt', address.salt],
    ['factoryCode', depositFactoryRuntimeHash],
    ['addressCode', depositAddressRuntimeHash],
  ] as const;
  return (
    <dl className={classes.addressCheckFacts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{t(`check.${name}`)}</dt>
          <dd>
            <code translate="no">{text}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
