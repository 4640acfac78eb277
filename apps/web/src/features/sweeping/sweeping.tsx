import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { useSearchParams } from '../../lib/router/hooks.ts';
import { formatUsdt } from '../../lib/format/format-money.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { RecordedSweeps } from './recorded-sweeps.tsx';
import { UnreadAddresses } from './short-addresses.tsx';
import { SweepSheet } from './sweep-sheet.tsx';
import type { SweepTarget } from './sweep-target.ts';
import { SweepableAddresses } from './sweepable-addresses.tsx';
import classes from './sweeping.module.css';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';

const REFRESH_MS = 15_000;
const LISTS = { addresses: SweepableAddresses, sweeps: RecordedSweeps } as const;
type List = keyof typeof LISTS;

/**
 * What is on buyers' own addresses, what sweeping costs, and the way to do it; below, every address and every sweep.
 */
export function Sweeping() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [target, sweep] = useState<SweepTarget | null>(null);
  const [search, setSearch] = useSearchParams();
  const list: List = search.get('list') === 'sweeps' ? 'sweeps' : 'addresses';
  /** Page and filters are the other list's. */
  const show = (value: string): void => {
    const kept = new URLSearchParams(search.has('tab') ? { tab: search.get('tab')! } : {});
    if (value === 'sweeps') kept.set('list', value);
    setSearch(kept, { replace: true, preventScrollReset: true });
  };
  const { data, error, isError, refetch } = useQuery({
    ...query('readSweeping'),
    refetchInterval: REFRESH_MS,
  });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const Shown = LISTS[list];
  return (
    <>
      <p className={classes.lede}>{t('sweeping.lede', { minimum: formatUsdt(data.minimum, language) })}</p>
      {data.networks.length === 0 && <Callout tone="info">{t('sweeping.noFactory')}</Callout>}
      <div className={classes.networks}>
        {data.networks.map((network) => (
          <NetworkPanel
            key={network.type}
            network={network}
            onSweep={(factory) => sweep({ network, factory })}
          />
        ))}
      </div>
      {data.unread.map((chain) => (
        <UnreadAddresses key={`${chain.type} ${chain.chain_id}`} chain={chain} />
      ))}
      <ChoiceRow
        className={classes.lists}
        aria-label={t('sweeping.list.label')}
        value={list}
        onChange={show}
        data={(['addresses', 'sweeps'] as const).map((value) => ({
          value,
          label: t(`sweeping.list.${value}`),
        }))}
      />
      <Shown key={list} />
      {target && <SweepSheet target={target} onClose={() => sweep(null)} />}
    </>
  );
}
