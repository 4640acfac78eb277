import { Button } from '@mantine/core';
import type { RedeemBatch, RedeemBatchState } from '@portside/contract';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { pages } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton } from '../../ui/buttons/throttled-button.tsx';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { GetCodes, NewBatch, useBatchesChanged } from './new-batch.tsx';
import parts from '../../ui/layout/small-list.module.css';

/** Batches of gift codes, newest first: what became of them, their codes, and their end. */
export function RedeemBatches() {
  const { t } = useTranslation('admin');
  const [isAdding, setIsAdding] = useState(false);
  const [wanted, setWanted] = useState<RedeemBatch | null>(null);
  const batches = useInfiniteQuery(pages('listRedeemBatches'));
  return (
    <Panel>
      <div className={parts.intro}>
        <p>{t('redeemBatches.lede')}</p>
        <Allowed to="createRedeemBatch">
          <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => setIsAdding(true)}>
            {t('redeemBatches.add')}
          </Button>
        </Allowed>
      </div>
      <PagedList
        label={t('redeemBatches.title')}
        columns={useColumns(setWanted)}
        list={batches}
        rowKey={({ id }) => id}
        empty={<p className={parts.quiet}>{t('redeemBatches.none')}</p>}
      />
      {isAdding && (
        <NewBatch
          onClose={() => setIsAdding(false)}
          onReady={(batch) => {
            setIsAdding(false);
            setWanted(batch);
          }}
        />
      )}
      {wanted && <GetCodes batch={wanted} onClose={() => setWanted(null)} />}
    </Panel>
  );
}

const TONES: Record<RedeemBatchState, Tone> = {
  proposed: 'info',
  ready: 'warn',
  issued: 'good',
  void: 'neutral',
  rejected: 'bad',
};

function useColumns(onGet: (batch: RedeemBatch) => void): Column<RedeemBatch>[] {
  const { t, language } = useTranslation('admin');
  const count = (number: number): string => number.toLocaleString(language);
  return [
    {
      key: 'note',
      title: t('redeemBatches.note'),
      onCard: 'heading',
      render: ({ note, created_by: by, created_at: at }) => (
        <span className={parts.cell}>
          <strong>{note}</strong>
          <span className={parts.quiet}>
            {by} · <DateTime at={at} />
          </span>
        </span>
      ),
    },
    {
      key: 'worth',
      title: t('redeemBatches.title'),
      render: ({ codes, value, worth }) => (
        <span className={parts.cell}>
          <Money amount={worth} />
          <span className={parts.quiet}>
            {t('redeemBatches.each', { codes: count(codes), value: formatUsdt(value, language) })}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('redeemBatches.status'),
      render: ({ state, used, codes }) => (
        <span className={parts.cell}>
          <StatusBadge tone={TONES[state]}>{t(`redeemBatches.state.${state}`)}</StatusBadge>
          {(state === 'issued' || used > 0) && (
            <span className={parts.quiet}>
              {t('redeemBatches.used', { used: count(used), codes: count(codes) })}
            </span>
          )}
        </span>
      ),
    },
    { key: 'period', title: t('redeemBatches.period'), render: (batch) => <Period {...batch} /> },
    {
      key: 'actions',
      title: t('redeemBatches.actions'),
      isTitleHidden: true,
      align: 'end',
      onCard: 'wide',
      render: (batch) => <BatchActions batch={batch} onGet={() => onGet(batch)} />,
    },
  ];
}

/** A start that is past needs no words. */
function Period({ starts_at: from, ends_at: to, created_at: made }: RedeemBatch) {
  const { t, language } = useTranslation('admin');
  const at = (iso: string): string => formatDateTime(iso, language);
  if (from > made)
    return to === null
      ? t('redeemBatches.since', { from: at(from) })
      : t('redeemBatches.between', { from: at(from), to: at(to) });
  return to === null ? t('redeemBatches.always') : t('redeemBatches.until', { at: at(to) });
}

function BatchActions({ batch, onGet }: { batch: RedeemBatch; onGet: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useBatchesChanged();
  const { id, state, codes, used, is_own: isOwn } = batch;
  const unused = codes - used;
  return (
    <span className={parts.buttons}>
      {state === 'ready' && isOwn && (
        <Allowed to="issueRedeemCodes">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.7} />}
            onClick={onGet}
          >
            {t('redeemBatches.get')}
          </Button>
        </Allowed>
      )}
      {(state === 'ready' || (state === 'issued' && unused > 0)) && (
        <Allowed to="voidRedeemBatch">
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            question={t('redeemBatches.askVoid', { count: unused })}
            onConfirm={async () => {
              await call('voidRedeemBatch', { params: { id } });
              toastSuccess('redeemBatch', t('redeemBatches.voided'));
              await changed();
            }}
          >
            {t('redeemBatches.void')}
          </ConfirmButton>
        </Allowed>
      )}
    </span>
  );
}
