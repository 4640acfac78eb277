import { useForm } from '@mantine/form';
import type { AdminCategory, AdminGoods, PriceEffect } from '@portside/contract';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { AllowedFields, Allowed } from '../../../ui/layout/allowed.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { typedOver, useFormCall, type Typed } from '../../../ui/fields/use-form-call.ts';
import { GoodsFamily } from './goods-family.tsx';
import { GoodsRules } from './goods-rules.tsx';
import { ImageEditor } from './image-editor.tsx';
import { FormatFields, GoodsTexts, PriceFields, SaleFields } from './goods-fields.tsx';
import classes from './goods-form.module.css';
import {
  areTiersInOrder,
  changedPrices,
  isPrice,
  toFormValues,
  toRequestBody,
  type GoodsValues,
} from './goods-values.ts';
import { Button } from '@mantine/core';
import { IconBoxMultiple, IconCopyPlus } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { call } from '../../../lib/api/call.ts';
import { Link } from 'wouter';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { FILE_NAME } from '@portside/contract/wire/limits';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { fallbackOf } from '../../../locales/texts.ts';
import { useGoodsChanged } from './use-goods-changed.ts';

const WIDTH_PX = 760;

/** The form's fields for the fields of the call. */
const PLACES = {
  category_id: 'category',
  price_tiers: 'tiers',
  min_quantity: 'min',
  max_quantity: 'max',
  warranty_hours: 'warranty',
  file_name: 'fileName',
  instruction_in_mail: 'isInstructionMailed',
} as const;

export type EffectStepProps = {
  effect: PriceEffect;
  onConfirm: (reason?: string) => Promise<unknown>;
  onBack: () => void;
};

type Props = {
  goods: AdminGoods | null;
  categories: readonly AdminCategory[];
  EffectStep: ComponentType<EffectStepProps>;
  /** Opens another product in its place. */
  onOpen: (goods: AdminGoods) => void;
  onClose: () => void;
};

/** The product as it is by now, and what was typed over it. */
async function readPresent(form: Typed<GoodsValues>, goods: AdminGoods | null) {
  const now = goods && (await call('readAnyGoods', { params: { id: goods.id } }));
  return { now, values: now ? typedOver(form, toFormValues(now, '')) : form.values };
}

/** One product: texts, price, sale terms, and delivery format. */
export function GoodsForm({ goods, categories, EffectStep, onOpen, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const [effect, setEffect] = useState<PriceEffect | null>(null);
  const form = useForm<GoodsValues>({
    initialValues: toFormValues(goods, categories[0]?.id ?? ''),
    validate: useGoodsRules(),
  });
  const send = useFormCall(form, { fields: PLACES });
  const keep = async (values: GoodsValues, reason?: string) => {
    const body = toRequestBody(values);
    if (goods) {
      const { proposal } = await send('updateGoods', {
        params: { id: goods.id },
        body: { ...body, ...(reason && { reason }) },
      });
      const isWaiting = proposal?.state === 'proposed' || proposal?.state === 'cooling';
      toastSuccess('goods', t(isWaiting ? 'prices.proposed' : 'goods.saved'));
      await changed();
      return onClose();
    }
    const kept = await send('createGoods', { body });
    toastSuccess('goods', t('goods.saved'));
    await changed();
    onOpen(kept);
  };
  const save = useThrottledAction(async () => {
    const { now, values } = await readPresent(form, goods);
    const priced = now && changedPrices(now, values);
    if (priced === null) return keep(values);
    setEffect(await send('previewGoodsPrices', { body: priced }));
  });
  return (
    <Sheet title={goods?.name ?? t('goods.add')} side="end" size={WIDTH_PX} onClose={onClose}>
      {goods && (
        <>
          <GoodsActions goods={goods} onOpen={onOpen} />
          <ImageEditor of={goods} to={['setGoodsImage', 'removeGoodsImage']} onChanged={changed} />
        </>
      )}
      {effect && (
        <EffectStep
          effect={effect}
          onConfirm={async (reason) => keep((await readPresent(form, goods)).values, reason)}
          onBack={() => setEffect(null)}
        />
      )}
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate hidden={effect !== null}>
        <AllowedFields to="updateGoods">
          <GoodsTexts form={form} />
          <PriceFields form={form} cost={goods?.cost ?? null} />
          <SaleFields form={form} categories={categories} />
          <FormatFields form={form} />
          <div className={classes.save}>
            <ThrottledButton type="submit" action={save}>
              {t('goods.save')}
            </ThrottledButton>
          </div>
        </AllowedFields>
      </form>
      {goods && (
        <>
          <GoodsRules goodsId={goods.id} />
          <GoodsFamily goods={goods} />
        </>
      )}
    </Sheet>
  );
}

/** Actions on a product besides editing. */
function GoodsActions({ goods, onOpen }: { goods: AdminGoods; onOpen: (goods: AdminGoods) => void }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const [isOnSale, setIsOnSale] = useState(goods.on_sale);
  const turn = useThrottledAction(async () => {
    await call('setGoodsOnSale', { body: { ids: [goods.id], on_sale: !isOnSale } });
    setIsOnSale(!isOnSale);
    await changed();
  });
  const copy = useThrottledAction(async () => {
    const made = await call('copyGoods', { params: { id: goods.id } });
    toastSuccess('goods-copy', t('goods.copied'));
    await changed();
    onOpen(made);
  });
  return (
    <div className={classes.actions}>
      <StatusBadge tone={isOnSale ? 'good' : 'neutral'}>{t(`goods.sale.${isOnSale}`)}</StatusBadge>
      <Allowed to="setGoodsOnSale">
        <ThrottledButton size="xs" variant={isOnSale ? 'default' : 'filled'} action={turn}>
          {t(isOnSale ? 'goods.takeOff' : 'goods.putOn')}
        </ThrottledButton>
      </Allowed>
      <Allowed to="copyGoods">
        <ThrottledButton
          size="xs"
          variant="default"
          leftSection={<IconCopyPlus size={16} stroke={1.7} />}
          action={copy}
        >
          {t('goods.copy')}
        </ThrottledButton>
      </Allowed>
      <Button
        component={Link}
        to={`/admin/goods?tab=stock&goods_id=${goods.id}`}
        size="xs"
        variant="default"
        leftSection={<IconBoxMultiple size={16} stroke={1.7} />}
      >
        {t('goods.toStock')}
      </Button>
    </div>
  );
}

const LARGEST_ORDER = 10_000;

const LONGEST_SEPARATOR = 8;

const isQuantity = (value: number | string): value is number =>
  typeof value === 'number' && value >= 1 && value <= LARGEST_ORDER;

/** Form rules: a message, or null if the value is valid. */
function useGoodsRules() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const mostHours = useStored((s) => (s.webConfig?.retention_days ?? Infinity) * 24);
  return {
    names: (names: GoodsValues['names']) => (fallbackOf(names) ? null : t('goods.problem.name')),
    price: (price: string) => (isPrice(price) ? null : t('goods.problem.price')),
    floor: (floor: string) => (floor === '' || isPrice(floor) ? null : t('goods.problem.price')),
    tiers: (tiers: GoodsValues['tiers'], { min }: GoodsValues) => {
      if (!tiers.every(({ price }) => isPrice(price))) return t('goods.problem.price');
      return areTiersInOrder({ tiers, min }) ? null : t('goods.problem.tiers');
    },
    min: (min: GoodsValues['min']) => (isQuantity(min) ? null : t('goods.problem.quantity')),
    max: (max: GoodsValues['max'], { min }: GoodsValues) => {
      if (!isQuantity(max)) return t('goods.problem.quantity');
      return isQuantity(min) && max < min ? t('goods.problem.order') : null;
    },
    genders: (genders: GoodsValues['genders']) => (genders.length > 0 ? null : t('goods.problem.genders')),
    warranty: (hours: GoodsValues['warranty']) => {
      if (typeof hours !== 'number') return t('goods.problem.warranty');
      if (hours < 0) return t('faults.small', { limit: 0 });
      return hours > mostHours ? t('faults.large', { limit: mostHours.toLocaleString(language) }) : null;
    },
    sort: (sort: GoodsValues['sort']) => (typeof sort === 'number' ? null : t('faults.missing')),
    separator: (separator: string) =>
      separator !== '' && separator.length <= LONGEST_SEPARATOR ? null : t('goods.problem.separator'),
    fileName: (name: string) => (FILE_NAME.test(name.trim()) ? null : t('goods.problem.fileName')),
    columns: (columns: string[]) => (columns.length > 0 ? null : t('goods.problem.columns')),
  };
}
