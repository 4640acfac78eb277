import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { OPERATOR_SCOPES, type OperatorScope } from '@portside/contract/wire/actions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { fromLocalTime } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { KeyBounds, NewSecret } from './create-key.tsx';
import parts from '../../ui/layout/small-list.module.css';
import classes from './api-keys.module.css';

const WIDTH_PX = 520;

const TEXTS = {
  'stock:import': 'stock_import',
  prices: 'prices',
  'all-orders:read': 'all_orders_read',
} as const satisfies Record<OperatorScope, string>;

type Values = {
  name: string;
  scopes: OperatorScope[];
  ranges: string[];
  ends: string;
  goods: string[];
  lines: number | '';
};

/** Makes a key for a program of the shop, and shows it this once. */
export default function OperatorKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Sheet title={t('apiKeys.add')} size={WIDTH_PX} onClose={onClose}>
      {secret === null ? (
        <KeyForm onMade={setSecret} />
      ) : (
        <div className={parts.form}>
          <Callout tone="warn">{t('apiKeys.made')}</Callout>
          <NewSecret secret={secret} copy={t('apiKeys.copy')} done={t('apiKeys.done')} onClose={onClose} />
        </div>
      )}
    </Sheet>
  );
}

function KeyForm({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { name: '', scopes: [], ranges: [], ends: '', goods: [], lines: '' },
  });
  const send = useFormCall(form, {
    fields: { ends_at: 'ends', goods_ids: 'goods', lines_a_day: 'lines' },
    refusals: { noPermission: 'scopes' },
  });
  const isForStock = form.values.scopes.includes('stock:import');
  const create = useThrottledAction(async ({ name, scopes, ranges, ends, goods: ids, lines }: Values) => {
    const body = {
      name: name.trim(),
      scopes,
      ranges,
      ...(ends && { ends_at: fromLocalTime(ends) }),
      ...(isForStock && { goods_ids: ids }),
      ...(isForStock && lines !== '' && { lines_a_day: lines }),
    };
    const { secret } = await send('createOperatorKey', { body });
    await client.invalidateQueries({ queryKey: queryKey('listApiKeys') });
    onMade(secret);
  });
  return (
    <form className={parts.form} onSubmit={form.onSubmit(create.run)} noValidate>
      <TextInput
        label={t('apiKeys.name')}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('apiKeys.scopes')} {...form.getInputProps('scopes')}>
        <div className={classes.scopes}>
          {OPERATOR_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`apiKeys.scope.${TEXTS[scope]}`)} />
          ))}
        </div>
      </Checkbox.Group>
      {isForStock && <StockBounds form={form} />}
      <KeyBounds form={form} rangesHint={t('apiKeys.rangesHint')} />
      <ThrottledButton type="submit" action={create}>
        {t('apiKeys.create')}
      </ThrottledButton>
    </form>
  );
}

/** Of which products it may import, and how much a day. */
function StockBounds({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('admin');
  const { data: goods = [] } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  return (
    <>
      <MultiSelect
        label={t('apiKeys.goods')}
        description={t('apiKeys.goodsHint')}
        data={goods.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        {...form.getInputProps('goods')}
      />
      <WholeField
        label={t('apiKeys.lines')}
        description={t('apiKeys.linesHint')}
        {...form.getInputProps('lines')}
      />
    </>
  );
}
