import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { PriceListDetails, PriceListKind, TableFormat } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { fromLocalTime, toLocalTime, withTimeZone } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { rowsOver, typedOver, useFormCall, type Typed } from '../../ui/fields/use-form-call.ts';
import { AllowedFields } from '../../ui/layout/allowed.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { ListPrices, type ListValues, type PriceRow } from './list-prices.tsx';
import { PriceEffectStep, type EffectStep } from './price-effect.tsx';
import classes from './prices.module.css';
import { usePricesChanged, usePricesToast } from './use-prices.ts';

const WIDTH_PX = 760;

type Props = {
  /** Of a new list, which may also be for a buyer where it is for a level. */
  kind: PriceListKind;
  list?: PriceListDetails;
  /** Of a new list for this buyer. */
  username?: string;
  onClose: () => void;
};

/** What is shown before it is done. */
type Next = Omit<EffectStep, 'onBack'>;

const PLACES = { level_id: 'level', starts_at: 'starts', ends_at: 'ends', is_on: 'isOn' } as const;

/** The form of a list, once its prices are read. */
export function OpenedPriceList({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: list, isFetchedAfterMount } = useQuery({
    ...query('readPriceList', { params: { id } }),
    refetchOnMount: 'always',
  });
  // What the cache still has may have been changed by a colleague.
  return isFetchedAfterMount && list && <PriceListForm kind={list.kind} list={list} onClose={onClose} />;
}

/** A price list: whom it is for, when, and its prices. What it would do is shown before it is saved. */
export function PriceListForm({ kind, list, username = '', onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = usePricesChanged();
  const toast = usePricesToast();
  const [next, setNext] = useState<Next | null>(null);
  const form = useForm<ListValues>({
    initialValues: toFormValues(list, kind, username),
    validate: useListRules(),
  });
  const send = useFormCall(form, { fields: PLACES, refusals: { userDoesNotExist: 'username' } });
  const done = async () => {
    await changed();
    onClose();
  };
  /** What was changed here, over the list as it is by now. */
  const read = async () => {
    if (!list) return toRequestBody(form.values, list);
    const now = await call('readPriceList', { params: { id: list.id } });
    return toRequestBody(overPresent(form, toFormValues(now, kind, username)), now);
  };
  const save = async (reason?: string) => {
    const body = { ...(await read()), ...(reason && { reason }) };
    const { proposal } = list
      ? await send('updatePriceList', { params: { id: list.id }, body })
      : await send('createPriceList', { body });
    toast(proposal);
    await done();
  };
  const look = useThrottledAction(async () => {
    const id = list && { id: list.id };
    const effect = await send('previewPrices', { body: { price_list: { ...(await read()), ...id } } });
    setNext({ effect, onConfirm: save });
  });
  const title = list?.name ?? t(kind === 'promotion' ? 'prices.promotions.add' : 'prices.lists.add');
  return (
    <Sheet title={title} side="end" size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(look.run)} noValidate hidden={next !== null}>
        <AllowedFields to="updatePriceList">
          <ListFields form={form} isNew={!list} isOfBuyer={username !== ''} />
          <ListPrices form={form} />
          <div className={classes.buttons}>
            <ThrottledButton type="submit" action={look}>
              {t('prices.next')}
            </ThrottledButton>
            {list && <ListActions list={list} onDelete={setNext} onDeleted={done} />}
          </div>
        </AllowedFields>
      </form>
      {next && <PriceEffectStep {...next} onBack={() => setNext(null)} />}
    </Sheet>
  );
}

const toFormValues = (list: Props['list'], kind: PriceListKind, username: string): ListValues => ({
  // Own prices need no name of their own.
  name: list?.name ?? username,
  kind,
  level: list?.level?.id ?? '',
  username: list?.user?.username ?? username,
  starts: toLocalTime(list?.starts_at ?? null),
  ends: toLocalTime(list?.ends_at ?? null),
  isOn: list?.is_on ?? true,
  prices: list?.prices.map(toPriceRow) ?? [],
});

const overPresent = (form: Typed<ListValues>, now: ListValues): ListValues => ({
  ...typedOver(form, now),
  prices: rowsOver(
    form.getInitialValues().prices,
    form.values.prices,
    now.prices,
    ({ goods, from }) => `${goods} ${from}`,
  ),
});

const toPriceRow = ({ goods_id, name, min_quantity: from, price }: PriceListDetails['prices'][number]) => ({
  goods: goods_id,
  name,
  from,
  price,
});

/** The field shows minutes; a time that was not changed keeps its seconds. */
const timeOf = (typed: string, stored: string | null | undefined): string =>
  stored && toLocalTime(stored) === typed ? stored : fromLocalTime(typed);

const toRequestBody = (
  { name, kind, level, username, starts, ends, isOn, prices }: ListValues,
  list: Props['list'],
) => ({
  name: name.trim(),
  kind,
  ...(kind === 'level' && level && { level_id: level }),
  ...(kind === 'buyer' && username.trim() && { username: username.trim() }),
  ...(starts && { starts_at: timeOf(starts, list?.starts_at) }),
  ...(ends && { ends_at: timeOf(ends, list?.ends_at) }),
  is_on: isOn,
  prices: prices.map(({ goods, from, price }) => ({
    goods_id: goods,
    min_quantity: Number(from),
    price: price.trim(),
  })),
});

const PRICE = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/;
const isPrice = (text: string): boolean => PRICE.test(text.trim()) && parseMicro(text.trim()) > 0n;

function useListRules() {
  const { t } = useTranslation('admin');
  return {
    name: (name: string) => (name.trim() === '' ? t('faults.missing') : null),
    level: (level: string, { kind }: ListValues) =>
      kind === 'level' && level === '' ? t('faults.missing') : null,
    username: (username: string, { kind }: ListValues) =>
      kind === 'buyer' && username.trim() === '' ? t('faults.missing') : null,
    ends: (ends: string, { kind, starts }: ListValues) => {
      if (kind === 'promotion' && ends === '') return t('prices.problem.endMissing');
      return ends && starts && ends <= starts ? t('prices.problem.endsFirst') : null;
    },
    prices: (prices: readonly PriceRow[]) => {
      if (prices.length === 0) return t('prices.problem.noPrices');
      return prices.every(({ price, from }) => isPrice(price) && Number(from) >= 1)
        ? null
        : t('prices.problem.price');
    },
  };
}

type FieldsProps = { form: UseFormReturnType<ListValues>; isNew: boolean; isOfBuyer: boolean };

/** Name, period, and whom it is for, which only a new list can choose. */
function ListFields({ form, isNew, isOfBuyer }: FieldsProps) {
  const { t } = useTranslation('admin');
  const { data: levels = [] } = useQuery({ ...query('listBuyerLevels'), select: itemsOf });
  const { kind } = form.values;
  return (
    <>
      {isNew && kind !== 'promotion' && !isOfBuyer && (
        <ChoiceRow
          aria-label={t('prices.field.for')}
          data={(['level', 'buyer'] as const).map((value) => ({ value, label: t(`prices.lists.${value}`) }))}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value)}
        />
      )}
      <div className={classes.fields}>
        <TextInput
          label={t('prices.field.name')}
          description={t(kind === 'promotion' ? 'prices.promotions.nameHint' : 'prices.lists.nameHint')}
          maxLength={80}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {kind === 'level' && (
          <NativeSelect
            label={t('prices.field.level')}
            disabled={!isNew}
            data={[{ value: '', label: '–' }, ...levels.map(({ id, name }) => ({ value: id, label: name }))]}
            {...form.getInputProps('level')}
          />
        )}
        {kind === 'buyer' && (
          <TextInput
            label={t('users.field.username')}
            disabled={!isNew || isOfBuyer}
            autoComplete="off"
            {...form.getInputProps('username')}
          />
        )}
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('prices.field.starts'))}
          description={t('prices.lists.startsHint')}
          {...form.getInputProps('starts')}
        />
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('prices.field.ends'))}
          description={kind === 'promotion' ? undefined : t('prices.lists.endsHint')}
          {...form.getInputProps('ends')}
        />
      </div>
      <Checkbox label={t('prices.field.isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
    </>
  );
}

type ActionsProps = {
  list: PriceListDetails;
  /** Shows what the end of the list would do. */
  onDelete: (next: Next) => void;
  onDeleted: () => Promise<void>;
};

/** The list as a file, and its end. */
function ListActions({ list, onDelete, onDeleted }: ActionsProps) {
  const { t } = useTranslation('admin');
  const params = { id: list.id };
  const save = (format: TableFormat) =>
    downloadFile('exportPriceList', { params, query: { format } }, `price-list-${list.id}.${format}`);
  const look = useThrottledAction(async () => {
    const effect = await call('previewPrices', { body: { removed_list: list.id } });
    const remove = async () => {
      await call('deletePriceList', { params });
      await onDeleted();
    };
    onDelete({
      effect,
      onConfirm: remove,
      title: t('prices.lists.askDelete', { name: list.name }),
      label: t('prices.delete'),
    });
  });
  return (
    <>
      <ExportButton of="exportPriceList" onExport={save} />
      <ThrottledButton variant="subtle" color="red" action={look}>
        {t('prices.delete')}
      </ThrottledButton>
    </>
  );
}
