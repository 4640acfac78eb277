import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminCategory, GoodsPreview } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AmountField, DecimalField } from '../../../ui/fields/decimal-field.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ChosenBar } from '../../../ui/table/list-table.tsx';
import { ChangePreview } from './change-preview.tsx';
import { TierRow } from './goods-fields.tsx';
import type { EffectStepProps } from './goods-form.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged, useUndoGoods } from './use-goods-changed.ts';

type Body = RequestOf<'previewGoodsChange'>['body'];
type Change = Body['change'];

type Props = {
  /** Ids of those that were chosen in the table. */
  chosen: readonly string[];
  /** All that match the table's filter, and how many that is. */
  matching: { readonly filter: NonNullable<Body['filter']>; readonly total: number };
  categories: readonly AdminCategory[];
  EffectStep: ComponentType<EffectStepProps>;
  onDone: () => void;
};

/** Changes the chosen products, or all that match the filter. */
export function BulkGoods({ chosen, matching, categories, EffectStep, onDone }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useGoodsChanged();
  const { offer } = useUndoGoods();
  const [isAll, setIsAll] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const number = isAll ? matching.total : chosen.length;
  const set = (onSale: boolean) => async () => {
    const done = await call('setGoodsOnSale', { body: { ids: [...chosen], on_sale: onSale } });
    offer(done.audit_id, t('bulk.done', { count: done.changed }));
    await changed();
    onDone();
  };
  const putOn = useThrottledAction(set(true));
  const takeOff = useThrottledAction(set(false));
  return (
    <ChosenBar number={number} onNone={onDone}>
      {!isAll && matching.total > chosen.length && (
        <Button size="xs" variant="subtle" onClick={() => setIsAll(true)}>
          {t('bulk.all', { number: matching.total.toLocaleString(language) })}
        </Button>
      )}
      {!isAll && (
        <>
          <ThrottledButton size="xs" action={putOn}>
            {t('goods.putOn')}
          </ThrottledButton>
          <ThrottledButton size="xs" variant="default" action={takeOff}>
            {t('goods.takeOff')}
          </ThrottledButton>
        </>
      )}
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {t('bulk.open')}
      </Button>
      {isOpen && (
        <Sheet
          title={t('bulk.title', { number: number.toLocaleString(language) })}
          side="end"
          size={560}
          onClose={() => setIsOpen(false)}
        >
          <BulkForm
            target={isAll ? { filter: matching.filter } : { ids: [...chosen] }}
            categories={categories}
            EffectStep={EffectStep}
            onDone={onDone}
          />
        </Sheet>
      )}
    </ChosenBar>
  );
}

const KINDS = ['percent', 'price', 'tiers', 'sale', 'category', 'warranty', 'visibility'] as const;

const values = {
  kind: 'percent' as (typeof KINDS)[number],
  percent: '',
  /** Decimals that a percentage is rounded to; empty: none is rounded. */
  decimals: '2',
  price: '',
  tiers: [{ quantity: '' as number | string, discount: '' }],
  hasNoTiers: false,
  sale: 'true',
  category: '',
  warranty: '' as number | string,
  visibility: 'everybody' as 'everybody' | 'link' | 'hidden',
};
type Values = typeof values;

const PLACES = {
  'change.price_percent': 'percent',
  'change.price': 'price',
  'change.tiers': 'tiers',
  'change.warranty_hours': 'warranty',
} as const;

function changeOf(form: Values): Change {
  const decimals = form.decimals === '' ? {} : { price_decimals: Number(form.decimals) };
  switch (form.kind) {
    case 'percent':
      return { price_percent: form.percent, ...decimals };
    case 'price':
      return { price: form.price };
    case 'tiers':
      if (form.hasNoTiers) return { without_tiers: true };
      return {
        tiers: form.tiers.map(({ quantity, discount }) => ({
          min_quantity: Number(quantity),
          discount_percent: discount,
        })),
        ...decimals,
      };
    case 'sale':
      return { on_sale: form.sale === 'true' };
    case 'category':
      return { category_id: form.category };
    case 'warranty':
      return { warranty_hours: form.warranty === '' ? Number.NaN : Number(form.warranty) };
    default:
      return { visibility: form.visibility };
  }
}

type FormProps = Pick<Props, 'categories' | 'EffectStep' | 'onDone'> & {
  target: Pick<Body, 'ids' | 'filter'>;
};

function BulkForm({ target, categories, EffectStep, onDone }: FormProps) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const { offer } = useUndoGoods();
  const [preview, setPreview] = useState<GoodsPreview | null>(null);
  const [key, setKey] = useState('');
  const form = useForm<Values>({ initialValues: { ...values, category: categories[0]?.id ?? '' } });
  const send = useFormCall(form, { fields: PLACES });
  const body = () => ({ ...target, change: changeOf(form.values) });
  const look = useThrottledAction(async () => {
    setPreview(await send('previewGoodsChange', { body: body() }));
    setKey(crypto.randomUUID());
  });
  const make = async (reason?: string) => {
    const request = { body: { ...body(), digest: preview!.digest, ...(reason && { reason }) } };
    const done = await send('changeGoods', request, { idempotencyKey: key });
    const message = t('bulk.done', { count: done.changed });
    offer(done.audit_id, done.proposed > 0 ? `${message} ${t('prices.proposed')}` : message);
    await changed();
    onDone();
  };
  return (
    <>
      {preview && (
        <ChangePreview
          preview={preview}
          EffectStep={EffectStep}
          onConfirm={make}
          onBack={() => setPreview(null)}
        />
      )}
      <form className={classes.form} onSubmit={form.onSubmit(look.run)} noValidate hidden={preview !== null}>
        <NativeSelect
          label={t('bulk.what')}
          data={KINDS.map((value) => ({ value, label: t(`bulk.kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <KindFields form={form} categories={categories} />
        <div className={classes.save}>
          <ThrottledButton type="submit" action={look}>
            {t('bulk.preview')}
          </ThrottledButton>
        </div>
      </form>
    </>
  );
}

type FieldsProps = Pick<Props, 'categories'> & { form: ReturnType<typeof useForm<Values>> };

function KindFields({ form, categories }: FieldsProps) {
  const { t } = useTranslation('admin');
  const { kind } = form.values;
  if (kind === 'price')
    return <AmountField label={t('goods.field.price')} {...form.getInputProps('price')} />;
  if (kind === 'tiers') return <TierFields form={form} />;
  if (kind === 'category')
    return (
      <NativeSelect
        label={t('goods.field.category')}
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('category')}
      />
    );
  if (kind === 'warranty')
    return <WholeField label={t('goods.field.warranty')} {...form.getInputProps('warranty')} />;
  if (kind === 'sale')
    return (
      <NativeSelect
        label={t('goods.field.sale')}
        data={(['true', 'false'] as const).map((value) => ({ value, label: t(`goods.sale.${value}`) }))}
        {...form.getInputProps('sale')}
      />
    );
  if (kind === 'visibility')
    return (
      <NativeSelect
        label={t('bulk.kind.visibility')}
        data={(['everybody', 'link', 'hidden'] as const).map((value) => ({
          value,
          label: t(`goods.rules.visible.${value}`),
        }))}
        {...form.getInputProps('visibility')}
      />
    );
  return (
    <>
      <DecimalField
        label={t('bulk.percent')}
        description={t('bulk.percentHint')}
        decimals={2}
        rightSection="%"
        {...form.getInputProps('percent')}
      />
      <Rounding form={form} />
    </>
  );
}

const Rounding = ({ form }: Pick<FieldsProps, 'form'>) => {
  const { t } = useTranslation('admin');
  return (
    <NativeSelect
      label={t('bulk.rounding')}
      data={[
        { value: '', label: t('bulk.exact') },
        ...['4', '3', '2', '1', '0'].map((value) => ({
          value,
          label: (10 ** -Number(value)).toFixed(Number(value)),
        })),
      ]}
      {...form.getInputProps('decimals')}
    />
  );
};

function TierFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('admin');
  const { tiers, hasNoTiers } = form.values;
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.field.tiers')}</legend>
      <Checkbox label={t('bulk.withoutTiers')} {...form.getInputProps('hasNoTiers', { type: 'checkbox' })} />
      {!hasNoTiers && (
        <>
          {tiers.map((_, index) => (
            // Tiers have no ids: their index is their identity.
            // oxlint-disable-next-line react/no-array-index-key
            <TierRow key={index} form={form} index={index}>
              <DecimalField
                aria-label={t('bulk.discount', { number: index + 1 })}
                decimals={2}
                leftSection="−"
                rightSection="%"
                {...form.getInputProps(`tiers.${index}.discount`)}
              />
            </TierRow>
          ))}
          {form.errors['tiers'] && (
            <p role="alert" className={classes.problem}>
              {form.errors['tiers']}
            </p>
          )}
          <Button
            variant="subtle"
            size="xs"
            className={classes.add}
            leftSection={<IconPlus size={15} />}
            onClick={() => form.insertListItem('tiers', { quantity: '', discount: '' })}
          >
            {t('goods.tier.add')}
          </Button>
          <Rounding form={form} />
        </>
      )}
    </fieldset>
  );
}
