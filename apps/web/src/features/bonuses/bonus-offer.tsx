import type { Data } from '@portside/contract';
import { bestBonus } from '@portside/contract/wire/bonus';
import { parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { itemsOf, query } from '../../lib/api/query.ts';
import { formatPercent, formatUsdt } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import parts from '../../ui/layout/small-list.module.css';
import classes from './bonuses.module.css';

type Tier = Data<'listOwnBonuses'>['items'][number];

/** Those that beat all others at the amount where they begin. */
function worthShowing(tiers: readonly Tier[]): readonly Tier[] {
  const read = tiers.map((tier) => ({
    tier,
    fromMicro: parseMicro(tier.from),
    basisPoints: tier.percent === null ? null : Math.round(Number(tier.percent) * 100),
    amountMicro: tier.amount === null ? null : parseMicro(tier.amount),
  }));
  return read.filter((one) => bestBonus(read, one.fromMicro)?.tier === one).map(({ tier }) => tier);
}

/** What a payment earns on top, before anything is paid; nothing where there is no bonus. */
export function BonusOffer() {
  const { t, language } = useTranslation('service');
  const { data } = useQuery({ ...query('listOwnBonuses', {}, { isQuiet: true }), select: itemsOf });
  const tiers = worthShowing(data ?? []);
  if (tiers.length === 0) return null;
  const givenBy = ({ percent, amount }: Tier): string =>
    percent === null ? `${formatUsdt(amount!, language)} USDT` : formatPercent(percent, language);
  return (
    <Panel title={t('gifts.bonus.title')}>
      <p className={parts.lede}>{t('gifts.bonus.lede')}</p>
      <ul className={classes.offer}>
        {tiers.map((tier) => (
          <li key={tier.from}>
            <span>
              {t('gifts.bonus.from', { amount: formatUsdt(tier.from, language) })}
              {tier.ends_at && (
                <span className={parts.quiet}>
                  {t('gifts.bonus.until', { at: formatDateTime(tier.ends_at, language) })}
                </span>
              )}
            </span>
            <strong className="figures">{t('gifts.bonus.gives', { bonus: givenBy(tier) })}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
