import { Anchor, Button } from '@mantine/core';
import type { Coupon, PriceEffect, TableFormat } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { usePage } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Count, DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { CouponForm } from './coupon-form.tsx';
import { PriceEffectStep } from './price-effect.tsx';
import classes from './prices.module.css';
import { PRICE_TONES, usePricesChanged } from './use-prices.ts';

const STATES = ['on', 'off'] as const;

/** Coupons with their uses, newest first. */
export function Coupons() {
  const { t } = useTranslation('admin');
  const may = useMay();
  const controls = useTableAddress(['q', 'state', 'from', 'to']);
  const [chosen, choose] = useState<Coupon[]>([]);
  const [opened, open] = useOpened();
  const columns = useColumns();
  const filter = tableQuery(controls.address, { state: STATES });
  const coupons = usePage('listCoupons', { query: filter });
  const save = (format: TableFormat) => downloadTable('exportCoupons', filter, 'coupons', format);
  return (
    <>
      <ListTable<Coupon>
        name="coupons"
        label={t('prices.coupons.title')}
        columns={columns}
        controls={controls}
        list={coupons}
        exportOf="exportCoupons"
        onExport={save}
        rowKey={({ id }) => id}
        {...(may('setCouponsOn') && { selection: { rows: chosen, onChange: choose } })}
        between={chosen.length > 0 && <Switch coupons={chosen} onDone={() => choose([])} />}
        buttons={
          <Allowed to="createCoupons">
            <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => open('new')}>
              {t('prices.coupons.add')}
            </Button>
          </Allowed>
        }
      >
        <TextFilter controls={controls} name="q" label={t('prices.coupons.search')} />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('prices.field.state')}
          options={STATES.map((value) => ({ value, label: t(`prices.coupons.is.${value}`) }))}
        />
        <DaysFilter controls={controls} />
      </ListTable>
      {opened === 'new' && <CouponForm onClose={() => open(null)} />}
    </>
  );
}

/** How often it was used, of so many times, leading to the orders. */
function CouponUses({ coupon: { code, uses, max_uses: most } }: { coupon: Coupon }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const words = [uses, most].flatMap((one) => one?.toLocaleString(language) ?? []).join(' / ');
  return (
    <span className="figures">
      {uses === 0 ? (
        words
      ) : (
        <Anchor
          component={Link}
          inherit
          to={`/admin/order?coupon=${encodeURIComponent(code)}`}
          aria-label={`${code}, ${t('prices.field.uses')}: ${words}`}
        >
          {words}
        </Anchor>
      )}
    </span>
  );
}

function useColumns(): TableColumn<Coupon>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    {
      key: 'code',
      title: t('prices.field.code'),
      render: ({ code }) => <code translate="no">{code}</code>,
    },
    {
      key: 'off',
      title: t('prices.field.off'),
      align: 'end',
      render: ({ percent, amount }) =>
        percent === null ? <Money amount={amount!} /> : formatPercent(percent, language),
    },
    {
      key: 'uses',
      title: t('prices.field.uses'),
      align: 'end',
      render: (coupon) => <CouponUses coupon={coupon} />,
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
    { key: 'note', title: t('prices.field.note'), render: ({ note }) => note || '–' },
    {
      key: 'min_total',
      title: t('prices.field.minTotal'),
      align: 'end',
      isExtra: true,
      render: ({ min_total: amount }) => <Money amount={amount} />,
    },
    {
      key: 'products',
      title: t('prices.field.products'),
      align: 'end',
      isExtra: true,
      render: ({ goods_ids: goods, category_ids: categories }) =>
        goods.length + categories.length === 0 ? (
          t('prices.coupons.all')
        ) : (
          <Count value={goods.length + categories.length} />
        ),
    },
    {
      key: 'created',
      title: t('prices.field.created'),
      isExtra: true,
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}

/** Switches the selected coupons on or off, once what that does was seen. */
function Switch({ coupons, onDone }: { coupons: readonly Coupon[]; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const changed = usePricesChanged();
  const [next, setNext] = useState<{ isOn: boolean; effect: PriceEffect } | null>(null);
  const bodyOf = (isOn: boolean) => ({ ids: coupons.map(({ id }) => id), is_on: isOn });
  const look = (isOn: boolean) => async () =>
    setNext({ isOn, effect: await call('previewPrices', { body: { coupons: bodyOf(isOn) } }) });
  const putOn = useThrottledAction(look(true));
  const putOff = useThrottledAction(look(false));
  const choice = t('goods.chosen', { number: coupons.length });
  if (next) {
    const label = t(next.isOn ? 'prices.coupons.putOn' : 'prices.coupons.putOff');
    const set = async () => {
      await call('setCouponsOn', { body: bodyOf(next.isOn) });
      await changed();
      onDone();
    };
    return (
      <div className={classes.between}>
        <PriceEffectStep
          effect={next.effect}
          title={choice}
          label={label}
          {...(!next.isOn && { basis: t('prices.effect.without') })}
          onConfirm={set}
          onBack={() => setNext(null)}
        />
      </div>
    );
  }
  return (
    <div className={classes.bulk}>
      <strong aria-live="polite">{choice}</strong>
      <ThrottledButton size="xs" action={putOff}>
        {t('prices.coupons.putOff')}
      </ThrottledButton>
      <ThrottledButton size="xs" variant="default" action={putOn}>
        {t('prices.coupons.putOn')}
      </ThrottledButton>
      <Button size="xs" variant="subtle" onClick={onDone}>
        {t('goods.chooseNone')}
      </Button>
    </div>
  );
}
