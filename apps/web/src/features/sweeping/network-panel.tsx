import { Button } from '@mantine/core';
import { recordOf } from '@portside/chain/networks/registry';
import type { SweepFactory, SweepNetwork, UnreadChain } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { addressPage } from '../../lib/format/addresses.ts';
import { formatUsdt, parseUnits } from '../../lib/format/numbers.ts';
import { formatDate } from '../../lib/format/times.ts';
import { formatCoin, networkName } from '../../lib/networks/networks.ts';
import { Fact } from '../../ui/data/facts.tsx';
import { LinkedCode } from '../../ui/data/address-text.tsx';
import { Money } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './sweeping.module.css';
import { Callout } from '../../ui/messages/callout.tsx';

type Props = { network: SweepNetwork; onSweep: (factory: SweepFactory) => void };

/** One network: what is on its addresses, what sweeping costs now, and its factories, the present one first. */
export function NetworkPanel({ network, onSweep }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { type, funded, worth_sweeping, cost, cost_first, cost_later, factories } = network;
  const figure = (amount: string | null): string =>
    amount === null ? '–' : formatCoin(type, parseUnits(amount, recordOf(type).coin.decimals), language);
  return (
    <Panel title={networkName(type)} aside={<Money amount={funded.amount} />}>
      <dl className={classes.figures}>
        <Fact name={t('sweeping.field.funded')}>{t('sweeping.addresses', { count: funded.addresses })}</Fact>
        <Fact name={t('sweeping.field.worth_sweeping')}>
          <Money amount={worth_sweeping.amount} /> ·{' '}
          {t('sweeping.addresses', { count: worth_sweeping.addresses })}
        </Fact>
        <Fact name={t('sweeping.field.cost')}>
          <span className="figures">{figure(cost)}</span>
        </Fact>
        <Fact name={t('sweeping.field.costEach')}>
          <span className="figures">
            {figure(cost_first)} / {figure(cost_later)}
          </span>
        </Fact>
      </dl>
      <ShortAddresses network={network} />
      <ul className={classes.factories}>
        {factories
          .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
          .map((factory) => (
            <li key={factory.factory_address}>
              <Factory network={network} factory={factory} onSweep={() => onSweep(factory)} />
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function Factory({
  network,
  factory,
  onSweep,
}: {
  network: SweepNetwork;
  factory: SweepFactory;
  onSweep: () => void;
}) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { factory_address, wallet_address, is_current, retired_at, funded } = factory;
  const page = addressPage(network.type, network.chain_id, factory_address);
  return (
    <>
      <p className={classes.factory}>
        <StatusBadge tone={is_current ? 'good' : 'neutral'}>
          {is_current
            ? t('sweeping.current')
            : retired_at === null
              ? t('sweeping.unused')
              : t('sweeping.former', { date: formatDate(retired_at, language) })}
        </StatusBadge>
        <Money amount={funded.amount} />
      </p>
      <p className={classes.quiet}>
        {t('sweeping.field.factory')} <LinkedCode href={page} text={factory_address} />
      </p>
      <p className={classes.quiet}>
        {t('sweeping.field.treasury')} <code translate="no">{wallet_address}</code>
      </p>
      <Button
        variant={is_current ? 'filled' : 'default'}
        size="compact-md"
        className={classes.sweep}
        onClick={onSweep}
      >
        {t('sweeping.sweep')}
      </Button>
    </>
  );
}

/** Addresses on which the chain has less than was recorded, or that Tether has frozen; nothing if there is none. */
function ShortAddresses({ network: { type, chain_id: chainId, short } }: { network: SweepNetwork }) {
  const { t } = useTranslation('admin');
  if (short.addresses === 0) return null;
  return (
    <div className={classes.missing}>
      <Callout tone="bad" title={t('sweeping.short.title', { count: short.addresses })}>
        {t('sweeping.short.text')}
        <ShortList type={type} chainId={chainId} short={short} />
      </Callout>
    </div>
  );
}

/** The same on a chain that the shop no longer follows, as it was last found. */
export function UnreadAddresses({ chain }: { chain: UnreadChain }) {
  const { type, chain_id: chainId, network_name: name, looked_at: lookedAt, short } = chain;
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <div className={classes.missing}>
      <Callout tone="info" title={t('sweeping.unread.title', { name })}>
        {t('sweeping.unread.text', { count: short.addresses, date: formatDate(lookedAt, language) })}
        <ShortList type={type} chainId={chainId} short={short} />
      </Callout>
    </div>
  );
}

type ListProps = { type: SweepNetwork['type']; chainId: number; short: SweepNetwork['short'] };

function ShortList({ type, chainId, short: { addresses, items } }: ListProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <>
      <ul className={classes.short}>
        {items.map(({ address, username, recorded, missing, is_frozen: isFrozen, since }) => (
          <li key={address}>
            <LinkedCode href={addressPage(type, chainId, address)} text={address} />
            <span>
              {username} ·{' '}
              {t(isFrozen ? 'sweeping.short.frozen' : 'sweeping.short.missing', {
                missing: formatUsdt(missing, language),
                recorded: formatUsdt(recorded, language),
                date: formatDate(since, language),
              })}
            </span>
          </li>
        ))}
      </ul>
      {addresses > items.length && t('sweeping.short.most', { count: items.length })}
    </>
  );
}
