import { Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core';
import type { Data, PriceEffect } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/api/call.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { PriceEffectStep } from './price-effect.tsx';
import { OpenedPriceList, PriceListForm } from './price-list-form.tsx';
import classes from './prices.module.css';
import { PRICE_TONES, usePricesChanged, usePricesToast } from './use-prices.ts';

const NEW = 'new';

type OwnList = Data<'readUserPrices'>['lists'][number];

type Props = { user: { readonly id: string; readonly username: string } };

/** A buyer's level and own prices, in their sheet, with those that wait for a second person. */
export function OwnPrices({ user, pending }: Props & { pending: ReactNode }) {
  const { t } = useTranslation('admin');
  const [opened, open] = useState<string | null>(null);
  const prices = useQuery(query('readUserPrices', { params: { id: user.id } }));
  const columns = useColumns(({ id }) => open(id));
  if (prices.isError && !prices.data)
    return <LoadFailure error={prices.error} onRetry={() => void prices.refetch()} />;
  if (!prices.data) return <Skeleton height={200} />;
  return (
    <>
      <UserLevel key={`${prices.data.level?.id} ${prices.data.level_held}`} user={user} {...prices.data} />
      <section className={classes.form}>
        <h3 className={classes.heading}>{t('prices.own.title')}</h3>
        <DataList
          label={t('prices.own.title')}
          columns={columns}
          rows={prices.data.lists}
          rowKey={({ id }) => id}
          empty={<p className={classes.quiet}>{t('prices.own.empty')}</p>}
        />
        <Allowed to="createPriceList">
          <div className={classes.buttons}>
            <Button variant="default" leftSection={<IconPlus size={17} />} onClick={() => open(NEW)}>
              {t('prices.own.add')}
            </Button>
          </div>
        </Allowed>
      </section>
      {pending}
      {opened === NEW && <PriceListForm kind="buyer" username={user.username} onClose={() => open(null)} />}
      {opened !== null && opened !== NEW && (
        <OpenedPriceList key={opened} id={opened} onClose={() => open(null)} />
      )}
    </>
  );
}

/** The level: by turnover, or set by hand and held. */
function UserLevel({ user, level, level_held: isHeld }: Props & Data<'readUserPrices'>) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const changed = usePricesChanged();
  const toast = usePricesToast();
  const [chosen, choose] = useState(level?.id ?? '');
  const [held, hold] = useState(isHeld);
  const { data: levels = [] } = useQuery({ ...query('listBuyerLevels'), select: itemsOf });
  const [effect, setEffect] = useState<PriceEffect | null>(null);
  const wanted = chosen ? { level_id: chosen } : {};
  const save = async () => {
    await call('setUserLevel', { params: { id: user.id }, body: { held, ...wanted } });
    toast();
    setEffect(null);
    await changed();
  };
  const look = useThrottledAction(async () => {
    const body = { user_level: { user_id: user.id, ...wanted } };
    setEffect(await call('previewPrices', { body }));
  });
  const isChanged = chosen !== (level?.id ?? '') || held !== isHeld;
  return (
    <section className={classes.form}>
      <NativeSelect
        label={t('prices.field.level')}
        value={chosen}
        disabled={!may('setUserLevel')}
        data={[
          { value: '', label: t('prices.own.noLevel') },
          ...levels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value);
          setEffect(null);
          // What is set by hand would be lost with the next order.
          hold(true);
        }}
      />
      <Checkbox
        label={t('prices.own.held')}
        description={t('prices.own.heldHint')}
        checked={held}
        disabled={!may('setUserLevel')}
        onChange={({ currentTarget }) => hold(currentTarget.checked)}
      />
      {isChanged && !effect && (
        <div className={classes.buttons}>
          <ThrottledButton action={look}>{t('prices.next')}</ThrottledButton>
        </div>
      )}
      {isChanged && effect && (
        <PriceEffectStep
          effect={effect}
          label={t('prices.own.save')}
          onConfirm={save}
          onBack={() => setEffect(null)}
        />
      )}
    </section>
  );
}

function useColumns(edit: (list: OwnList) => void): Column<OwnList>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'name', title: t('prices.field.name'), onCard: 'heading', render: ({ name }) => name },
    {
      key: 'prices',
      title: t('prices.prices.title'),
      onCard: 'wide',
      render: (list) => <FewPrices {...list} />,
    },
    {
      key: 'state',
      title: t('prices.field.state'),
      render: ({ state }) => (
        <StatusBadge tone={PRICE_TONES[state]} isLive={state === 'running'}>
          {t(`prices.state.${state}`)}
        </StatusBadge>
      ),
    },
    {
      key: 'ends',
      title: t('prices.field.ends'),
      render: ({ ends_at: at }) => (at === null ? '–' : <DateTime at={at} />),
    },
    {
      key: 'edit',
      title: t('prices.edit'),
      isTitleHidden: true,
      onCard: 'wide',
      align: 'end',
      render: (list) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('prices.editOne', { name: list.name })}
          onClick={() => edit(list)}
        >
          {t('prices.edit')}
        </Button>
      ),
    },
  ];
}

function FewPrices({ prices, prices_count: count }: OwnList) {
  const { t } = useTranslation('admin');
  const more = count - prices.length;
  return (
    <>
      {prices.map(({ goods_id: goods, name, min_quantity: from, price }) => (
        <div key={`${goods} ${from}`}>
          {name}
          {from > 1 && ` ≥ ${from}`}: <Money amount={price} />
        </div>
      ))}
      {more > 0 && <span className={classes.quiet}>{t('prices.own.more', { count: more })}</span>}
    </>
  );
}
