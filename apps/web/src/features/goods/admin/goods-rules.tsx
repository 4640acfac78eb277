import { Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { STOCK_DISPLAYS, VISIBILITIES, type Data } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { showStored, rowsOver, typedOver, useFormCall } from '../../../ui/fields/use-form-call.ts';
import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { AllowedFields } from '../../../ui/layout/allowed.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

type Read = Data<'readSellingRules'>;

/** A number field holds a string while it is empty. */
type Values = {
  visibility: Read['rules']['visibility'];
  levels: string[];
  perBuyer: number | string;
  perDay: number | string;
  display: '' | NonNullable<Read['rules']['stock_display']>;
  lowAt: number | string;
  lowDays: number | string;
  order: Read['rules']['delivery_order'];
  words: string[];
};

/** Who may buy a product, how many, what is shown of its stock and how it is delivered. Saved by itself. */
export function GoodsRules({ goodsId }: { goodsId: string }) {
  const { data, isFetchedAfterMount } = useQuery({
    ...query('readSellingRules', { params: { id: goodsId } }),
    refetchOnMount: 'always',
  });
  // What the cache still has may have been changed by a colleague.
  return data && isFetchedAfterMount ? <RulesForm goodsId={goodsId} read={data} /> : null;
}

const PLACES = {
  level_ids: 'levels',
  most_per_buyer: 'perBuyer',
  most_per_day: 'perDay',
  stock_display: 'display',
  low_at: 'lowAt',
  low_days: 'lowDays',
  search_words: 'words',
} as const;

const toFormValues = ({ rules }: Read): Values => ({
  visibility: rules.visibility,
  levels: rules.level_ids,
  perBuyer: rules.most_per_buyer ?? '',
  perDay: rules.most_per_day ?? '',
  display: rules.stock_display ?? '',
  lowAt: rules.low_at ?? '',
  lowDays: rules.low_days ?? '',
  order: rules.delivery_order,
  words: rules.search_words,
});

const toRequestBody = ({ visibility, levels, ...values }: Values) => ({
  visibility,
  level_ids: visibility === 'levels' ? levels : [],
  ...(values.perBuyer !== '' && { most_per_buyer: Number(values.perBuyer) }),
  ...(values.perDay !== '' && { most_per_day: Number(values.perDay) }),
  ...(values.display !== '' && { stock_display: values.display }),
  ...(values.lowAt !== '' && { low_at: Number(values.lowAt) }),
  ...(values.lowDays !== '' && { low_days: Number(values.lowDays) }),
  delivery_order: values.order,
  search_words: values.words,
});

function RulesForm({ goodsId, read }: { goodsId: string; read: Read }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const changed = useGoodsChanged();
  const { rules, levels, address } = read;
  const form = useForm<Values>({ initialValues: toFormValues(read) });
  const send = useFormCall(form, { fields: PLACES });
  const save = useThrottledAction(async () => {
    const params = { id: goodsId };
    const now = toFormValues(await call('readSellingRules', { params }));
    const [shown, typed] = [form.getInitialValues(), form.values];
    const values = {
      ...typedOver(form, now),
      levels: rowsOver(shown.levels, typed.levels, now.levels),
      words: rowsOver(shown.words, typed.words, now.words),
    };
    await send('setSellingRules', { params, body: toRequestBody(values) });
    showStored(form, values);
    toastSuccess('goods-rules', t('goods.saved'));
    await Promise.all([changed(), client.invalidateQueries({ queryKey: queryKey('readSellingRules') })]);
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="setSellingRules">
        <fieldset className={classes.group}>
          <legend>{t('goods.rules.title')}</legend>
          <RuleFields form={form} levels={levels} />
          {rules.visibility === 'link' && form.values.visibility === 'link' && <OwnLink path={address} />}
          <ThrottledButton type="submit" size="xs" variant="default" className={classes.add} action={save}>
            {t('goods.rules.save')}
          </ThrottledButton>
        </fieldset>
      </AllowedFields>
    </form>
  );
}

/** Who has it sees the product. */
function OwnLink({ path }: { path: string }) {
  const { t } = useTranslation('admin');
  const url = new URL(path, location.origin).href;
  return (
    <TextInput
      readOnly
      label={t('goods.rules.link')}
      description={t('goods.rules.linkHint')}
      value={url}
      rightSection={<CopyButton text={url} />}
    />
  );
}

function RuleFields({ form, levels }: { form: UseFormReturnType<Values>; levels: Read['levels'] }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label={t('goods.rules.visibility')}
          data={VISIBILITIES.map((value) => ({ value, label: t(`goods.rules.visible.${value}`) }))}
          {...form.getInputProps('visibility')}
        />
        <NativeSelect
          label={t('goods.rules.shown')}
          data={[
            { value: '', label: t('goods.rules.ofShop') },
            ...STOCK_DISPLAYS.map((value) => ({ value, label: t(`goods.rules.display.${value}`) })),
          ]}
          {...form.getInputProps('display')}
        />
        <WholeField
          label={t('goods.rules.perBuyer')}
          description={t('goods.rules.perBuyerHint')}
          {...form.getInputProps('perBuyer')}
        />
        <WholeField
          label={t('goods.rules.perDay')}
          description={t('goods.rules.perDayHint')}
          {...form.getInputProps('perDay')}
        />
        <WholeField
          label={t('goods.rules.lowAt')}
          description={t('goods.rules.lowAtHint')}
          {...form.getInputProps('lowAt')}
        />
        <WholeField
          label={t('goods.rules.lowDays')}
          description={t('goods.rules.lowDaysHint')}
          {...form.getInputProps('lowDays')}
        />
        <NativeSelect
          label={t('goods.rules.order')}
          data={(['oldest', 'newest'] as const).map((value) => ({
            value,
            label: t(`goods.rules.orders.${value}`),
          }))}
          {...form.getInputProps('order')}
        />
        {form.values.visibility === 'levels' && (
          <Checkbox.Group label={t('goods.rules.levels')} {...form.getInputProps('levels')}>
            <div className={classes.genders}>
              {levels.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} />
              ))}
              {levels.length === 0 && <span className={classes.quiet}>{t('goods.rules.noLevels')}</span>}
            </div>
          </Checkbox.Group>
        )}
      </div>
      <TagsInput
        label={t('goods.rules.words')}
        description={t('goods.rules.wordsHint')}
        maxTags={30}
        {...form.getInputProps('words')}
      />
    </>
  );
}
