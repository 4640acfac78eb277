import { useForm } from '@mantine/form';
import type { AdminCategory, AdminGoods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { FormatFields } from './format-fields.tsx';
import { GoodsActions } from './goods-actions.tsx';
import classes from './goods-form.module.css';
import { GoodsImage } from './goods-image.tsx';
import { GoodsTexts } from './goods-texts.tsx';
import { toFormValues, toRequestBody, type GoodsValues } from './goods-values.ts';
import { PriceFields } from './price-fields.tsx';
import { SaleFields } from './sale-fields.tsx';
import { useGoodsChanged } from './use-goods-changed.ts';
import { useGoodsRules } from './use-goods-rules.ts';

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
