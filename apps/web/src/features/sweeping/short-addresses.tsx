import type { SweepNetwork, UnreadChain } from '@portside/contract';
import { addressPage } from '../../lib/format/explorer.ts';
import { formatUsdt } from '../../lib/format/format-money.ts';
import { formatDate } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { LinkedCode } from '../../ui/data/linked-code.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import classes from './sweeping.module.css';

/** Addresses on which the chain has less than was recorded, or that Tether has frozen; nothing where there is none. */
export function ShortAddresses({ network: { type, chain_id: chainId, short } }: { network: SweepNetwork }) {
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
