import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import type { StockBatch } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../../lib/api/api-error.ts';
import { call, type RequestOf } from '../../lib/api/call.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { todayIn } from '../../lib/format/days.ts';
import { formatDay, shownTimeZone } from '../../lib/format/times.ts';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import { typedOver } from '../../ui/fields/use-form-call.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { useStockChanged } from './import-progress.ts';
import classes from './stock.module.css';

/** What an import cost and who it came from, as typed; empty where nobody says. */
type TypedPurchase = {
  readonly amount: string;
  readonly per: 'each' | 'all';
  readonly supplier: string;
  /** A day; empty for that of the import. */
  readonly born: string;
};

export const NO_PURCHASE: TypedPurchase = { amount: '', per: 'all', supplier: '', born: '' };

/** The same as it is sent. */
type Purchase = {
  readonly cost: StockBatch['cost'];
  readonly supplier_id: string | null;
  readonly born_on: string | null;
};

/** Creates the supplier if nobody has that name yet. */
export function useReadPurchase(): (typed: TypedPurchase) => Promise<Purchase> {
  const client = useQueryClient();
  return async ({ amount, per, supplier, born }) => {
    const name = supplier.trim();
    const said = { cost: amount === '' ? null : { amount, per }, born_on: born || null };
    if (name === '') return { ...said, supplier_id: null };
    const { items } = await client.fetchQuery({ ...query('listSuppliers'), staleTime: 0 });
    const known = items.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (known) return { ...said, supplier_id: known.id };
    const { id } = await call('createSupplier', { body: { name } });
    await client.invalidateQueries({ queryKey: queryKey('listSuppliers') });
    return { ...said, supplier_id: id };
  };
}

/** What a file cost in all, divided among its products by their accounts; the sum stays exact. */
export function shareCost(cost: StockBatch['cost'], accounts: readonly number[]): StockBatch['cost'][] {
  if (!cost || cost.per === 'each') return accounts.map(() => cost);
  const [total, whole] = [parseMicro(cost.amount), BigInt(accounts.reduce((sum, one) => sum + one, 0))];
  let before = 0n;
  return accounts.map((one) => {
    const upTo = before + BigInt(one);
    const micro = (total * upTo) / whole - (total * before) / whole;
    before = upTo;
    return { amount: formatMicro(micro), per: 'all' };
  });
}

type FieldsProps = {
  value: TypedPurchase;
  onChange: (value: TypedPurchase) => void;
  /** What is wrong with the supplier. */
  fault?: string | null;
};

/** Cost, each or in all, and the supplier: one of those known, or a new one. */
export function PurchaseFields({ value, onChange, fault }: FieldsProps) {
  const { t } = useTranslation('admin');
  const { data = [] } = useQuery({ ...query('listSuppliers'), select: itemsOf });
  const { amount, per, supplier, born } = value;
  return (
    <>
      <div className={classes.pair}>
        <AmountField
          label={t('stock.purchase.cost')}
          placeholder={t('stock.purchase.unknown')}
          value={amount}
          onChange={(typed) => onChange({ ...value, amount: typed })}
        />
        <NativeSelect
          label={t('stock.purchase.per')}
          data={(['all', 'each'] as const).map((one) => ({ value: one, label: t(`stock.purchase.${one}`) }))}
          value={per}
          onChange={({ currentTarget }) =>
            onChange({ ...value, per: currentTarget.value === 'each' ? 'each' : 'all' })
          }
        />
      </div>
      <Autocomplete
        label={t('stock.purchase.supplier')}
        description={t('stock.purchase.supplierHint')}
        maxLength={120}
        data={[...new Set(data.map(({ name }) => name))]}
        error={fault}
        value={supplier}
        onChange={(typed) => onChange({ ...value, supplier: typed })}
      />
      <TextInput
        type="date"
        label={t('stock.purchase.born')}
        description={t('stock.purchase.bornHint')}
        max={todayIn(shownTimeZone())}
        value={born}
        onChange={({ currentTarget }) => onChange({ ...value, born: currentTarget.value })}
      />
    </>
  );
}

const toTyped = ({ cost, supplier, born_on: born }: StockBatch): TypedPurchase => ({
  amount: cost?.amount ?? '',
  per: cost?.per ?? 'all',
  supplier: supplier?.name ?? '',
  born,
});

/** `shown` is what the fields began with. */
type Edited = { readonly shown: TypedPurchase; readonly typed: TypedPurchase };

/** What was changed, over the purchase as it is by now, as the call takes it. */
function useReadEdited(
  id: string,
): (edited: Edited) => Promise<NonNullable<RequestOf<'updateStockBatch'>['body']>> {
  const read = useReadPurchase();
  return async ({ shown, typed }) => {
    const now = await call('readStockBatch', { params: { id } });
    const isSupplierTyped = typed.supplier !== shown.supplier;
    const said = await read({
      ...typedOver({ values: typed, getInitialValues: () => shown }, toTyped(now)),
      // An amount and what it is paid for are one value.
      ...((typed.amount !== shown.amount || typed.per !== shown.per) && {
        amount: typed.amount,
        per: typed.per,
      }),
      supplier: isSupplierTyped ? typed.supplier : '',
    });
    const supplierId = isSupplierTyped ? said.supplier_id : now.supplier?.id;
    return {
      ...(said.cost && { cost: said.cost }),
      ...(supplierId && { supplier_id: supplierId }),
      ...(said.born_on && { born_on: said.born_on }),
    };
  };
}

/** What a batch cost and who it came from, to be said or corrected. */
export function BatchPurchase({ batch }: { batch: StockBatch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const read = useReadEdited(batch.id);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [isPaid, setIsPaid] = useState(false);
  const save = useThrottledAction(async () => {
    if (edited === null) return;
    setIsPaid(false);
    const body = await read(edited);
    try {
      await call('updateStockBatch', { params: { id: batch.id }, body }, { quietFor: ['balanceTooLow'] });
    } catch (error) {
      if (isRefusal(error, 'balanceTooLow')) setIsPaid(true);
      throw error;
    }
    setEdited(null);
    await changed();
  });
  const { cost, supplier, own_days: own } = batch;
  const dated = (day: string) => formatDay(day, language);
  const said = cost
    ? `${formatUsdtBalance(cost.amount, language)} USDT, ${t(`stock.purchase.${cost.per}`)}`
    : t('stock.purchase.unknown');
  if (edited === null)
    return (
      <p className={classes.head}>
        <span>{said}</span>
        {supplier && <span>{supplier.name}</span>}
        <span>{t('stock.purchase.bornOn', { date: dated(batch.born_on) })}</span>
        {own && <span>{t('stock.born.own', { first: dated(own.first), last: dated(own.last) })}</span>}
        <Allowed to="updateStockBatch">
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setEdited({ shown: toTyped(batch), typed: toTyped(batch) })}
          >
            {t('stock.purchase.change')}
          </Button>
        </Allowed>
      </p>
    );
  return (
    <div className={classes.step}>
      <PurchaseFields
        value={edited.typed}
        onChange={(typed) => {
          setIsPaid(false);
          setEdited({ ...edited, typed });
        }}
        fault={isPaid ? t('stock.purchase.paid', { name: supplier?.name ?? '' }) : null}
      />
      <div className={classes.buttons}>
        <ThrottledButton action={save}>{t('stock.purchase.save')}</ThrottledButton>
      </div>
    </div>
  );
}
