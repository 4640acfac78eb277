import { NativeSelect, Skeleton, TextInput } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call, type RequestOf } from '../../lib/api/call.ts';
import { query } from '../../lib/api/query.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './stock.module.css';
import { useStockChanged } from './import-progress.ts';
import { MoveForm } from './move-form.tsx';

const WIDTH_PX = 520;
const GENDERS = ['unspecified', 'male', 'female'] as const;
type Filter = { readonly goods_id: string; readonly gender?: (typeof GENDERS)[number] };

/** Puts withdrawn accounts back on sale, and says how many came back. */
export function useRestore() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  return async (body: NonNullable<RequestOf<'restoreStock'>['body']>): Promise<void> => {
    const { restored, left_out: leftOut } = await call('restoreStock', { body });
    const said = [t('stock.withdrawn.restored', { number: restored.toLocaleString(language) })];
    if (leftOut > 0) said.push(t('stock.withdrawn.leftOut', { number: leftOut.toLocaleString(language) }));
    toastSuccess(`restored-${body.withdrawal_id ?? body.batch_id}`, said.join('. '));
    await changed();
  };
}

/** Exports or withdraws unsold accounts, and says first how many. */
export function UnsoldSheet({ goods, onClose }: { goods: AdminGoods; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [gender, setGender] = useState<(typeof GENDERS)[number] | ''>('');
  const filter: Filter = { goods_id: goods.id, ...(gender && { gender }) };
  const { data, error, isError, refetch } = useQuery(query('countUnsold', { query: filter }));
  const count = data && GENDERS.reduce((sum, one) => sum + data[one], 0);
  const shown = count?.toLocaleString(language);
  return (
    <Sheet title={t('stock.unsold.title')} size={WIDTH_PX} onClose={onClose}>
      <div className={classes.form}>
        <NativeSelect
          label={t('stock.field.gender')}
          data={[
            { value: '', label: t('stock.unsold.every') },
            ...GENDERS.map((value) => ({ value, label: t(`stock.gender.${value}`) })),
          ]}
          value={gender}
          onChange={({ currentTarget }) =>
            setGender(GENDERS.find((one) => one === currentTarget.value) ?? '')
          }
        />
        {isError && !data ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <p className={classes.effect} aria-live="polite">
            <strong className="figures">
              {shown ?? <Skeleton component="span" display="inline-block" width={60} height={28} />}
            </strong>
            {t('stock.unsold.effect', { name: goods.name })}
          </p>
        )}
        <Allowed to="moveStock">
          <section className={classes.way}>
            <h3>{t('stock.move.do')}</h3>
            <p className={classes.quiet}>{t('stock.move.lede')}</p>
            <MoveForm key={gender} goods={goods} filter={filter} onDone={onClose} />
          </section>
        </Allowed>
        <Allowed to="exportUnsold">
          <ExportUnsold goods={goods} filter={filter} isEmpty={!count} />
        </Allowed>
        <Allowed to="withdrawStock">
          <WithdrawUnsold filter={filter} count={count} onDone={onClose} />
        </Allowed>
      </div>
    </Sheet>
  );
}

type ExportProps = { goods: AdminGoods; filter: Filter; isEmpty: boolean };

function ExportUnsold({ goods, filter, isEmpty }: ExportProps) {
  const { t } = useTranslation('admin');
  const save = useThrottledAction(() => downloadFile('exportUnsold', { query: filter }, `${goods.name}.txt`));
  return (
    <section className={classes.way}>
      <h3>{t('stock.unsold.export')}</h3>
      <p className={classes.quiet}>{t('stock.unsold.exportLede')}</p>
      <ThrottledButton
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.7} />}
        action={save}
        disabled={isEmpty}
      >
        {t('stock.unsold.export')}
      </ThrottledButton>
    </section>
  );
}

type WithdrawProps = { filter: Filter; count: number | undefined; onDone: () => void };

function WithdrawUnsold({ filter, count, onDone }: WithdrawProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const restore = useRestore();
  const [reason, setReason] = useState('');
  const withdraw = async () => {
    const done = await call('withdrawStock', { body: { ...filter, reason: reason.trim() } });
    const { withdrawn, withdrawal_id: id, restorable_until: until } = done;
    const undo = id !== null &&
      until !== null && {
        label: t('bulk.undo.do'),
        // A failed call announces itself.
        run: () => void restore({ withdrawal_id: id }).catch(() => undefined),
      };
    const said = t('stock.unsold.withdrawn', { number: withdrawn.toLocaleString(language) });
    toastSuccess(`withdrawn-${id}`, said, undo || undefined);
    await changed();
    onDone();
  };
  return (
    <section className={classes.way}>
      <h3>{t('stock.unsold.withdraw')}</h3>
      <p className={classes.quiet}>{t('stock.unsold.withdrawLede')}</p>
      <TextInput
        label={t('stock.unsold.reason')}
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ConfirmButton
        variant="light"
        color="red"
        disabled={!count || reason.trim().length < SHORTEST_REASON}
        question={t('stock.unsold.ask', { number: count?.toLocaleString(language) })}
        onConfirm={withdraw}
      >
        {t('stock.unsold.withdraw')}
      </ConfirmButton>
    </section>
  );
}
