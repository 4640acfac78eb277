import { useForm } from '@mantine/form';
import type { AdminCategory, AdminGoods } from '@portside/contract';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { AllowedFields, Allowed } from '../../../ui/layout/allowed.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ThrottledButton, ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { FormatFields, GoodsTexts, PriceFields, SaleFields } from './goods-fields.tsx';
import classes from './goods-form.module.css';
import { toFormValues, toRequestBody, type GoodsValues, areTiersInOrder, isPrice } from './goods-values.ts';
import { Button, FileButton } from '@mantine/core';
import { IconBoxMultiple, IconCopyPlus, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { Link } from 'wouter';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { IMAGE_REFUSALS, IMAGE_TYPES, imageProblem, refusedImage } from '../../../lib/format/field-rules.ts';
import { FILE_NAME } from '@portside/contract/wire/limits';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { fallbackOf } from '../../../locales/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

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

type Props = {
  goods: AdminGoods | null;
  categories: readonly AdminCategory[];
  /** Opens another product in its place. */
  onOpen: (goods: AdminGoods) => void;
  onClose: () => void;
};

/** One product: texts, price, sale terms, and delivery format. */
export function GoodsForm({ goods, categories, onOpen, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const form = useForm<GoodsValues>({
    initialValues: toFormValues(goods, categories[0]?.id ?? ''),
    validate: useGoodsRules(),
  });
  const send = useFormCall(form, { fields: PLACES });
  const save = useThrottledAction(async (values: GoodsValues) => {
    const body = toRequestBody(values);
    const kept = goods
      ? await send('updateGoods', { params: { id: goods.id }, body })
      : await send('createGoods', { body });
    toastSuccess('goods', t('goods.saved'));
    await changed();
    if (goods) onClose();
    else onOpen(kept);
  });
  return (
    <Sheet title={goods?.name ?? t('goods.add')} side="end" size={WIDTH_PX} onClose={onClose}>
      {goods && (
        <>
          <GoodsActions goods={goods} onOpen={onOpen} />
          <GoodsImage goods={goods} />
        </>
      )}
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="updateGoods">
          <GoodsTexts form={form} />
          <PriceFields form={form} />
          <SaleFields form={form} categories={categories} />
          <FormatFields form={form} />
          <div className={classes.save}>
            <ThrottledButton type="submit" action={save}>
              {t('goods.save')}
            </ThrottledButton>
          </div>
        </AllowedFields>
      </form>
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

const SIZE_PX = 96;

/** A product's picture. Saved immediately, apart from the form. */
function GoodsImage({ goods }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const [image, setImage] = useState(goods.image);
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);
  const params = { id: goods.id };
  const keep = async (kept: AdminGoods) => {
    setImage(kept.image);
    await changed();
  };
  const upload = useThrottledAction(async (file: File) => {
    const found = imageProblem(file);
    setProblem(found);
    if (found !== null) return;
    try {
      await keep(await call('setGoodsImage', { params, image: file }, { quietFor: IMAGE_REFUSALS }));
    } catch (error) {
      setProblem(refusedImage(error));
      throw error;
    }
  });
  return (
    <div className={classes.picture}>
      {image ? (
        <img src={image} width={SIZE_PX} height={SIZE_PX} alt={t('goods.image.of', { name: goods.name })} />
      ) : (
        <span className={classes.noPicture}>
          <IconPhoto size={30} stroke={1.3} aria-hidden />
        </span>
      )}
      <div>
        <div className={classes.buttons}>
          <Allowed to="setGoodsImage">
            <FileButton accept={IMAGE_TYPES.join()} onChange={(file) => file && void upload.run(file)}>
              {(props) => (
                <Button {...props} size="xs" variant="default" loading={upload.isRunning}>
                  {t(image ? 'goods.image.replace' : 'goods.image.choose')}
                </Button>
              )}
            </FileButton>
          </Allowed>
          {image && (
            <Allowed to="removeGoodsImage">
              <ConfirmButton
                size="xs"
                variant="subtle"
                color="red"
                question={t('goods.image.ask')}
                onConfirm={async () => keep(await call('removeGoodsImage', { params }))}
              >
                {t('goods.image.remove')}
              </ConfirmButton>
            </Allowed>
          )}
        </div>
        <p className={problem ? classes.problem : classes.quiet} aria-live="polite">
          {t(`goods.image.${problem ?? 'hint'}`)}
        </p>
      </div>
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

/** Refetches all lists of products and categories, the shop's included. */
export function useGoodsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAllGoods', 'listAllCategories', 'listGoods', 'listCategories'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
