import { Anchor } from '@mantine/core';
import type { Network, PaymentMode } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { addressPage } from '../../lib/format/addresses.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { AddressText } from '../../ui/data/address-text.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './proposals.module.css';

const PAYMENT_MODES: readonly PaymentMode[] = ['exact_amount', 'own_addresses'];

/** A network's addresses before and after, in full and in groups, with the differences marked. */
export function TreasuryTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const network = textOf(terms, 'type') as Network;
  const chain = { network, chainId: Number(terms['chain_id']) };
  return (
    <dl className={classes.terms}>
      <Fact name={t('deposits.field.type')}>
        {networkName(network)} · {t('paymentMethods.field.chain')} {textOf(terms, 'chain_id')}
      </Fact>
      <ModeFact terms={terms} />
      {partsOf(terms).map((part) => (
        <Fact key={part} name={t(`paymentMethods.field.${part}`)}>
          <Change
            chain={chain}
            former={textOf(terms, `former_${part}_address`)}
            next={textOf(terms, `${part}_address`)}
          />
          <LookAlike address={textOf(terms, `${part}_looks_like`)} />
          {part === 'checkout' && textOf(terms, 'checkout_address') !== '' && (
            <Proof isProven={terms['checkout_proven'] === true} />
          )}
        </Fact>
      ))}
    </dl>
  );
}

/** A factory is shown where there is or was one. */
const partsOf = (terms: Terms) => {
  const hasFactory = [terms['factory_address'], terms['former_factory_address']].some((one) => one != null);
  return [...(['wallet', 'contract', 'checkout'] as const), ...(hasFactory ? (['factory'] as const) : [])];
};

/** How payments will be told apart, and how they are now; nothing if that was never asked. */
function ModeFact({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const [next, former] = [terms['mode'], terms['former_mode']].map((mode) =>
    PAYMENT_MODES.find((one) => one === mode),
  );
  if (!next) return null;
  const isChange = former !== undefined && former !== next;
  return (
    <Fact name={t('paymentMethods.field.mode')}>
      {isChange && `${t(`paymentMethods.mode.${former}`)} → `}
      {t(`paymentMethods.mode.${next}`)}
    </Fact>
  );
}

/** Whether a node confirmed that the checkout contract pays to the wallet above; its code allows no other. */
function Proof({ isProven }: { isProven: boolean }) {
  const { t } = useTranslation('admin');
  if (!isProven) return <Callout tone="warn">{t('approvals.checkoutUnproven')}</Callout>;
  return <p className={classes.quiet}>{t('approvals.checkoutProven')}</p>;
}

/** Warns that the new address resembles this one of the shop. */
function LookAlike({ address }: { address: string }) {
  const { t } = useTranslation('admin');
  if (address === '') return null;
  return (
    <Callout tone="bad" icon={<IconAlertTriangle size={20} />}>
      {t('approvals.looksLike', { address })}
    </Callout>
  );
}

type ChainRef = { network: Network; chainId: number };

function Change({ chain, former, next }: { chain: ChainRef; former: string; next: string }) {
  const { t } = useTranslation('admin');
  if (former === next) {
    if (next === '') return t('approvals.none');
    return (
      <>
        <Address chain={chain} address={next} /> <span className={classes.quiet}>{t('approvals.stays')}</span>
      </>
    );
  }
  return (
    <div className={classes.change}>
      <span className={classes.quiet}>{t('approvals.before')}</span>
      <span>{former ? <Address chain={chain} address={former} /> : t('approvals.none')}</span>
      <span className={classes.quiet}>{t('approvals.after')}</span>
      <span>
        {next ? <Address chain={chain} address={next} other={former || undefined} /> : t('approvals.none')}
      </span>
    </div>
  );
}

type AddressProps = { chain: ChainRef; address: string; other?: string | undefined };

function Address({ chain: { network, chainId }, address, other }: AddressProps) {
  const { t } = useTranslation('admin');
  const page = addressPage(network, chainId, address);
  return (
    <span className={classes.address}>
      <AddressText address={address} other={other} />
      <CopyButton text={address} />
      {page && (
        <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
          {t('approvals.explorer')}
        </Anchor>
      )}
    </span>
  );
}

/** Enabling top-ups on a network. */
export function TopUpsTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const network = textOf(terms, 'type') as Network;
  const wallet = textOf(terms, 'wallet_address');
  return (
    <dl className={classes.terms}>
      <Fact name={networkName(network)}>
        {t('paymentMethods.state.off')} → <strong>{t('paymentMethods.state.on')}</strong>
      </Fact>
      {wallet && (
        <Fact name={t('paymentMethods.field.wallet')}>
          <Address chain={{ network, chainId: Number(terms['chain_id']) }} address={wallet} />
        </Fact>
      )}
    </dl>
  );
}
