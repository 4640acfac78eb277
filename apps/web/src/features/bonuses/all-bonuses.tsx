import { Button } from '@mantine/core';
import type { Bonus } from '@portside/contract';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pages } from '../../lib/api/query.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { formatPercent, formatUsdt } from '../../lib/format/numbers.ts';
import { MINUTE_MS } from '../../lib/format/times.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BonusForm, type Level } from './bonus-form.tsx';
import parts from '../../ui/layout/small-list.module.css';

/** Bonuses on top-ups, newest first: their tiers, when they count, and what they have given. */
export function AllBonuses() {
  const { t } = useTranslation('admin');
  const [edited, setEdited] = useState<Bonus | 'new' | null>(null);
  const bonuses = useInfiniteQuery(pages('listBonuses'));
  const levels = bonuses.data?.pages[0]?.levels ?? [];
  return (
    <Panel>
      <div className={parts.intro}>
        <p>{t('bonuses.lede')}</p>
        <Allowed to="createBonus">
          <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => setEdited('new')}>
            {t('bonuses.add')}
          </Button>
        </Allowed>
      </div>
      <PagedList
        label={t('bonuses.title')}
        columns={useColumns(levels, setEdited)}
        list={bonuses}
        rowKey={({ id }) => id}
        empty={<p className={parts.quiet}>{t('bonuses.none')}</p>}
      />
      {edited !== null && (
        <BonusForm bonus={edited === 'new' ? null : edited} levels={levels} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

function useColumns(levels: readonly Level[], onEdit: (bonus: Bonus) => void): Column<Bonus>[] {
  const { t, language } = useTranslation('admin');
  const { list } = usePunctuation();
  return [
    {
      key: 'name',
      title: t('bonuses.name'),
      onCard: 'heading',
      render: ({ name, levels: ids }) => (
        <span className={parts.cell}>
          <strong>{name}</strong>
          <span className={parts.quiet}>
            {ids.length === 0
              ? t('bonuses.everybody')
              : list(ids.map((id) => levels.find((one) => one.id === id)?.name ?? id))}
          </span>
        </span>
      ),
    },
    {
      key: 'tiers',
      title: t('bonuses.tiers'),
      render: ({ tiers }) => (
        <span className={parts.cell}>
          {tiers.map(({ from, percent, amount }) => (
            <span key={from} className="figures">
              {formatUsdt(from, language)} → +
              {percent === null ? `${formatUsdt(amount!, language)} USDT` : formatPercent(percent, language)}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('bonuses.status'),
      render: (bonus) => <BonusState bonus={bonus} />,
    },
    {
      key: 'given',
      title: t('bonuses.given'),
      align: 'end',
      render: ({ given, payments }) => (
        <span className={parts.cell}>
          <Money amount={given} />
          <span className={parts.quiet}>{t('bonuses.payments', { count: payments })}</span>
        </span>
      ),
    },
    {
      key: 'edit',
      title: t('bonuses.edit'),
      isTitleHidden: true,
      align: 'end',
      onCard: 'wide',
      render: (bonus) => (
        <Allowed to="updateBonus">
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPencil size={15} stroke={1.7} />}
            onClick={() => onEdit(bonus)}
          >
            {t('bonuses.edit')}
          </Button>
        </Allowed>
      ),
    },
  ];
}

const TONES = { off: 'neutral', waiting: 'info', live: 'good', over: 'neutral' } satisfies Record<
  string,
  Tone
>;

/** Whether payments earn it now, and the moment at which that changes. */
function BonusState({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation('admin');
  const stage = stageOf(bonus, useNow(MINUTE_MS));
  const { starts_at: starts, ends_at: ends } = bonus;
  return (
    <span className={parts.cell}>
      <span>
        <StatusBadge tone={TONES[stage]} isLive={stage === 'live'}>
          {t(`bonuses.state.${stage}`)}
        </StatusBadge>
      </span>
      {stage === 'waiting' && (
        <span className={parts.quiet}>
          {t('bonuses.starts')} <DateTime at={starts} />
        </span>
      )}
      {stage !== 'off' && ends !== null && (
        <span className={parts.quiet}>
          {t('bonuses.ends')} <DateTime at={ends} />
        </span>
      )}
    </span>
  );
}

function stageOf(
  { is_on: isOn, starts_at: starts, ends_at: ends }: Bonus,
  nowMs: number,
): keyof typeof TONES {
  if (!isOn) return 'off';
  if (ends !== null && new Date(ends).getTime() <= nowMs) return 'over';
  return new Date(starts).getTime() > nowMs ? 'waiting' : 'live';
}
