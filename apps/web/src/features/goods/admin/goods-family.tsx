import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminGoods } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { showStored, typedOver, useFormCall } from '../../../ui/fields/use-form-call.ts';
import { AllowedFields } from '../../../ui/layout/allowed.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

/** `values`: the chosen value of each attribute, by its id; '' for none. */
type Values = { family: string; values: Record<string, string> };

const toFormValues = ({ family, attributes }: AdminGoods): Values => ({
  family: family?.id ?? '',
  values: Object.fromEntries(attributes.map((one) => [one.attribute_id, one.value_id])),
});

/** What a product differs in, and whose page it shares. Saved apart from the rest of the product. */
export function GoodsFamily({ goods }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const { data: families } = useQuery({ ...query('listAllFamilies'), select: itemsOf });
  const { data: attributes } = useQuery({ ...query('listAllAttributes'), select: itemsOf });
  const form = useForm<Values>({ initialValues: toFormValues(goods) });
  const send = useFormCall(form, {
    fields: { family_id: 'family', attributes: 'values' },
    refusals: { combinationTaken: 'family' },
  });
  const save = useThrottledAction(async () => {
    const params = { id: goods.id };
    const chosen = typedOver(form, toFormValues(await call('readAnyGoods', { params })));
    await send('setGoodsFamily', {
      params,
      body: {
        ...(chosen.family !== '' && { family_id: chosen.family }),
        attributes: Object.entries(chosen.values)
          .filter(([, value]) => value !== '')
          .map(([attribute_id, value_id]) => ({ attribute_id, value_id })),
      },
    });
    showStored(form, chosen);
    toastSuccess('goods-family', t('goods.saved'));
    await changed();
  });
  if (!families || !attributes || families.length + attributes.length === 0) return null;
  const none = { value: '', label: '–' };
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="setGoodsFamily">
        <fieldset className={classes.group}>
          <legend>{t('goods.families.own')}</legend>
          <div className={classes.pair}>
            <NativeSelect
              label={t('goods.families.one')}
              description={t('goods.families.oneHint')}
              data={[none, ...families.map(({ id, name }) => ({ value: id, label: name }))]}
              {...form.getInputProps('family')}
            />
            {attributes.map(({ id, name, values }) => (
              <NativeSelect
                key={id}
                label={name}
                data={[none, ...values.map((one) => ({ value: one.id, label: one.name }))]}
                value={form.values.values[id] ?? ''}
                onChange={({ currentTarget }) => form.setFieldValue(`values.${id}`, currentTarget.value)}
              />
            ))}
          </div>
          <ThrottledButton type="submit" size="xs" variant="default" className={classes.add} action={save}>
            {t('goods.families.save')}
          </ThrottledButton>
        </fieldset>
      </AllowedFields>
    </form>
  );
}
