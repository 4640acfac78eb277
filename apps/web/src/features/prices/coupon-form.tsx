import { Checkbox, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { CouponKind, PriceEffect, TableFormat } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { fromLocalTime, withTimeZone } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { AmountField, DecimalField } from '../../ui/fields/decimal-field.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { PriceEffectStep } from './price-effect.tsx';
import classes from './prices.module.css';
import { usePricesChanged, usePricesToast } from './use-prices.ts';

const WIDTH_PX = 760;

type Values = {
  codes: 'one' | 'many';
  code: string;
  count: number | string;
  prefix: string;
  note: string;
  kind: CouponKind;
  percent: string;
  amount: string;
  minTotal: string;
  maxDiscount: string;
  goods: string[];
  categories: string[];
  levels: string[];
  usernames: string[];
  isFirstOrder: boolean;
  perBuyer: number | string;
  maxUses: number | string;
  isCombinable: boolean;
  starts: string;
  ends: string;
};

const EMPTY: Values = {
  codes: 'one',
  code: '',
  count: 100,
  prefix: '',
  note: '',
  kind: 'percent',
  percent: '',
  amount: '',
  minTotal: '',
  maxDiscount: '',
  goods: [],
  categories: [],
  levels: [],
  usernames: [],
  isFirstOrder: false,
  perBuyer: 1,
  maxUses: '',
  isCombinable: false,
  starts: '',
  ends: '',
};

/** The form's fields by the call's. */
const PLACES = {
  min_total: 'minTotal',
  max_discount: 'maxDiscount',
  goods_ids: 'goods',
  category_ids: 'categories',
  level_ids: 'levels',
  per_buyer: 'perBuyer',
  max_uses: 'maxUses',
  starts_at: 'starts',
  ends_at: 'ends',
} as const;

const numberOf = (value: number | string): number | undefined => (value === '' ? undefined : Number(value));

function toRequestBody(values: Values) {
  const { codes, kind } = values;
  const [perBuyer, maxUses] = [numberOf(values.perBuyer), numberOf(values.maxUses)];
  return {
    ...(codes === 'one'
      ? { code: values.code.trim().toUpperCase() }
      : { count: Number(values.count), prefix: values.prefix.trim().toUpperCase() }),
    note: values.note.trim(),
    kind,
    ...(kind === 'percent' ? { percent: values.percent.trim() } : { amount: values.amount.trim() }),
    min_total: values.minTotal.trim() || '0',
    ...(kind === 'percent' && values.maxDiscount.trim() && { max_discount: values.maxDiscount.trim() }),
    goods_ids: values.goods,
    category_ids: values.categories,
    level_ids: values.levels,
    usernames: values.usernames,
    first_order: values.isFirstOrder,
    ...(perBuyer !== undefined && { per_buyer: perBuyer }),
    ...(maxUses !== undefined && { max_uses: maxUses }),
    combinable: values.isCombinable,
    ...(values.starts && { starts_at: fromLocalTime(values.starts) }),
    ...(values.ends && { ends_at: fromLocalTime(values.ends) }),
  };
}

type CouponFormPart = { form: UseFormReturnType<Values> };

/** One coupon, or many codes with the same rules; these are downloaded where they are made. */
export function CouponForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = usePricesChanged();
  const toast = usePricesToast();
  const [effect, setEffect] = useState<PriceEffect | null>(null);
  const [made, setMade] = useState<{ at: string; count: number } | null>(null);
  const form = useForm<Values>({
    initialValues: EMPTY,
    validate: {
      code: (code, { codes }) => (codes === 'one' && code.trim() === '' ? t('faults.missing') : null),
      percent: (percent, { kind }) => (kind === 'percent' && percent === '' ? t('faults.missing') : null),
      amount: (amount, { kind }) => (kind === 'fixed' && amount === '' ? t('faults.missing') : null),
      ends: (ends, { starts }) => (ends && starts && ends <= starts ? t('prices.problem.endsFirst') : null),
    },
  });
  const send = useFormCall(form, { fields: PLACES, refusals: { dataExists: 'code' } });
  const look = useThrottledAction(async (values: Values) => {
    setEffect(await send('previewPrices', { body: { coupon: toRequestBody(values) } }));
  });
  const save = async () => {
    const { created_at: at, count } = await send('createCoupons', { body: toRequestBody(form.values) });
    toast();
    await changed();
    if (form.values.codes === 'one') return onClose();
    setMade({ at, count });
    setEffect(null);
  };
  return (
    <Sheet title={t('prices.coupons.add')} side="end" size={WIDTH_PX} onClose={onClose}>
      {made && <MadeCodes {...made} />}
      {!made && (
        <form className={classes.form} onSubmit={form.onSubmit(look.run)} noValidate hidden={effect !== null}>
          <CodeFields form={form} />
          <DiscountFields form={form} />
          <RuleFields form={form} />
          <div className={classes.buttons}>
            <ThrottledButton type="submit" action={look}>
              {t('prices.next')}
            </ThrottledButton>
          </div>
        </form>
      )}
      {effect && <PriceEffectStep effect={effect} onConfirm={save} onBack={() => setEffect(null)} />}
    </Sheet>
  );
}

/** Codes made just now, as a file. */
function MadeCodes({ at, count }: { at: string; count: number }) {
  const { t } = useTranslation('admin');
  const save = (format: TableFormat) =>
    downloadFile('exportCoupons', { query: { from: at, to: at, format } }, `coupons.${format}`);
  return (
    <Callout tone="good" title={t('prices.coupons.made', { count })}>
      <p>{t('prices.coupons.madeHint')}</p>
      <ExportButton of="exportCoupons" onExport={save} />
    </Callout>
  );
}

function CodeFields({ form }: CouponFormPart) {
  const { t } = useTranslation('admin');
  const { codes } = form.values;
  return (
    <>
      <ChoiceRow
        aria-label={t('prices.field.code')}
        data={(['one', 'many'] as const).map((value) => ({ value, label: t(`prices.coupons.${value}`) }))}
        value={codes}
        onChange={(value) => form.setFieldValue('codes', value)}
      />
      <div className={classes.fields}>
        {codes === 'one' ? (
          <TextInput
            label={t('prices.field.code')}
            description={t('prices.coupons.codeHint')}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        ) : (
          <>
            <WholeField label={t('prices.field.count')} {...form.getInputProps('count')} />
            <TextInput
              label={t('prices.field.prefix')}
              description={t('prices.coupons.prefixHint')}
              maxLength={12}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('prefix')}
            />
          </>
        )}
        <TextInput
          label={t('prices.field.note')}
          description={t('prices.coupons.noteHint')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
      </div>
    </>
  );
}

function DiscountFields({ form }: CouponFormPart) {
  const { t } = useTranslation('admin');
  const { kind } = form.values;
  return (
    <>
      <ChoiceRow
        aria-label={t('prices.field.off')}
        data={(['percent', 'fixed'] as const).map((value) => ({
          value,
          label: t(`prices.coupons.${value}`),
        }))}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value)}
      />
      <div className={classes.fields}>
        {kind === 'percent' ? (
          <>
            <DecimalField
              label={t('prices.field.percent')}
              rightSection="%"
              decimals={2}
              {...form.getInputProps('percent')}
            />
            <AmountField
              label={t('prices.field.maxDiscount')}
              description={t('prices.coupons.optional')}
              {...form.getInputProps('maxDiscount')}
            />
          </>
        ) : (
          <AmountField label={t('prices.field.amount')} {...form.getInputProps('amount')} />
        )}
        <AmountField
          label={t('prices.field.minTotal')}
          description={t('prices.coupons.optional')}
          {...form.getInputProps('minTotal')}
        />
      </div>
      <Checkbox
        label={t('prices.field.combinable')}
        description={t('prices.coupons.combinableHint')}
        {...form.getInputProps('isCombinable', { type: 'checkbox' })}
      />
    </>
  );
}

/** For which products and buyers, how often and when. */
function RuleFields({ form }: CouponFormPart) {
  const { t } = useTranslation('admin');
  const quiet = { isQuiet: true };
  const { data: goods = [] } = useQuery({ ...everyPage('listAllGoods', {}, quiet), select: itemsOf });
  const { data: categories = [] } = useQuery({ ...query('listAllCategories', {}, quiet), select: itemsOf });
  const { data: levels = [] } = useQuery({ ...query('listBuyerLevels', {}, quiet), select: itemsOf });
  const choice = (
    name: 'goods' | 'categories' | 'levels',
    rows: readonly { readonly id: string; readonly name: string }[],
  ) => (
    <MultiSelect
      label={t(`prices.coupons.only.${name}`)}
      placeholder={form.values[name].length === 0 ? t('prices.coupons.all') : ''}
      searchable
      limit={50}
      data={rows.map(({ id, name: label }) => ({ value: id, label }))}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      <div className={classes.fields}>
        {choice('goods', goods)}
        {choice('categories', categories)}
        {choice('levels', levels)}
        <TagsInput
          label={t('prices.coupons.only.usernames')}
          placeholder={form.values.usernames.length === 0 ? t('prices.coupons.all') : ''}
          {...form.getInputProps('usernames')}
        />
        <WholeField
          label={t('prices.field.perBuyer')}
          description={t('prices.coupons.optional')}
          {...form.getInputProps('perBuyer')}
        />
        <WholeField
          label={t('prices.field.maxUses')}
          description={t('prices.coupons.maxUsesHint')}
          {...form.getInputProps('maxUses')}
        />
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('prices.field.starts'))}
          description={t('prices.lists.startsHint')}
          {...form.getInputProps('starts')}
        />
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('prices.field.ends'))}
          description={t('prices.lists.endsHint')}
          {...form.getInputProps('ends')}
        />
      </div>
      <Checkbox
        label={t('prices.field.firstOrder')}
        {...form.getInputProps('isFirstOrder', { type: 'checkbox' })}
      />
    </>
  );
}
