import type { Data } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/format-money.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { StatTile } from '../../ui/data/stat-tile.tsx';
import classes from './agent-figures.module.css';

/** Results of the referral link, computed from the ledger. Tiles keep their size while loading. */
export function AgentFigures({ agent }: { agent: Data<'readOwnAgent'> | undefined }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const count = (value: number | undefined) => value?.toLocaleString(language);
  const money = (value: string | undefined) => value && formatUsdtBalance(value, language);
  return (
    <section className={classes.tiles} aria-label={t('agents.figures')}>
      <StatTile label={t('agents.users')} value={count(agent?.users)} />
      <StatTile label={t('agents.orders')} value={count(agent?.sales.orders)} />
      <StatTile label={t('agents.accounts')} value={count(agent?.sales.accounts)} />
      <StatTile label={t('agents.sales')} value={money(agent?.sales.amount)} unit="USDT" />
      <StatTile label={t('agents.commission')} value={money(agent?.sales.commission)} unit="USDT" />
      <StatTile label={t('agents.balance')} value={money(agent?.commission_balance)} unit="USDT" />
    </section>
  );
}
