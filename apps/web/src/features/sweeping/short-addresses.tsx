import type { SweepNetwork } from '@portside/contract';
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
  const language = useLanguage();
  if (short.length === 0) return null;
  return (
    <div className={classes.missing}>
      <Callout tone="bad" title={t('sweeping.short.title', { count: short.length })}>
        {t('sweeping.short.text')}
        <ul className={classes.short}>
          {short.map(({ address, username, recorded, missing, is_frozen: isFrozen, since }) => (
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
      </Callout>
    </div>
  );
}
