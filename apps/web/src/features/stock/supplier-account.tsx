import { Anchor, MultiSelect, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import { showStored, rowsOver, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Allowed, AllowedFields } from '../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './supplier-account.module.css';

type Account = Data<'readSupplierAccount'>;
type Props = { supplierId: string; account: Account };

/** What a supplier is owed and was paid, with payments that wait (the children), and who signs in for it. */
export function SupplierAccount({ supplierId, children }: { supplierId: string; children: ReactNode }) {
  const { data, error, isError, refetch } = useQuery(
    query('readSupplierAccount', { params: { id: supplierId } }),
  );
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} mt="md" />;
  return (
    <>
      <Settlement supplierId={supplierId} account={data}>
        {children}
      </Settlement>
      <Person key={String(data.person === null)} supplierId={supplierId} account={data} />
    </>
  );
}

const useChanged = () => {
  const client = useQueryClient();
  return async () => {
    const names = ['readSupplierAccount', 'listProposals'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
};

const COUNTS = ['waiting', 'unsold', 'sold', 'in_warranty', 'claimed', 'dead'] as const;

/** Those that are of one list; the others are parts of imports. */
const LISTS: Partial<Record<(typeof COUNTS)[number], string>> = {
  waiting: 'goods?tab=stock&waiting=true',
  claimed: 'order?tab=claims',
};

/** Sums, earlier payments, and a new one for a second person. */
function Settlement({
  supplierId,
  account: { figures, paid, due, payments },
  children,
}: Props & { children: ReactNode }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <section className={classes.block}>
      <h3>{t('supplierAccount.title')}</h3>
      <dl className={`${classes.figures} figures`}>
        {(
          [
            ['owed', figures.owed],
            ['paid', paid],
            ['due', due],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{t(`supplierAccount.${name}`)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`supplierAccount.${name}`)}</dt>
            <dd>
              {LISTS[name] === undefined ? (
                figures[name].toLocaleString(language)
              ) : (
                <Anchor component={Link} inherit to={`/admin/${LISTS[name]}&supplier_id=${supplierId}`}>
                  {figures[name].toLocaleString(language)}
                </Anchor>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>{t('supplierAccount.owedHint')}</p>
      {payments.length > 0 && (
        <ul className={classes.payments}>
          {payments.map((row) => (
            <li key={`${row.created_at} ${row.amount}`}>
              <DateTime at={row.created_at} />
              <Money amount={row.amount} />
              <span>{row.note}</span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <Allowed to="recordSupplierPayment">
        <NewPayment supplierId={supplierId} due={due} />
      </Allowed>
    </section>
  );
}

function NewPayment({ supplierId, due }: { supplierId: string; due: string }) {
  const { t } = useTranslation('admin');
  const changed = useChanged();
  const form = useForm({
    initialValues: { amount: '', note: '' },
    validate: {
      amount: (amount) => (Number(amount) > Number(due) ? t('supplierAccount.tooMuch') : null),
    },
  });
  const send = useFormCall(form, { refusals: { balanceTooLow: 'amount' } });
  const pay = useThrottledAction(async (body: typeof form.values) => {
    await send('recordSupplierPayment', { params: { id: supplierId }, body });
    toastSuccess('payment', t('supplierAccount.proposed'));
    form.reset();
    await changed();
  });
  return (
    <form className={classes.line} onSubmit={form.onSubmit((values) => pay.run(values))} noValidate>
      <AmountField label={t('supplierAccount.amount')} {...form.getInputProps('amount')} />
      <TextInput
        label={t('supplierAccount.note')}
        placeholder={t('supplierAccount.noteHint')}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('note')}
      />
      <ThrottledButton type="submit" action={pay} disabled={form.values.amount === ''}>
        {t('supplierAccount.record')}
      </ThrottledButton>
    </form>
  );
}

/** Of a supplier that nobody signs in for. */
const NOBODY = { username: '', goods_ids: [] as string[], lines_a_day: 10_000 };

/** Who signs in for it, what they bring, and how much. */
function Person({ supplierId, account: { person } }: Props) {
  const { t } = useTranslation('admin');
  const changed = useChanged();
  const { data: goods = [] } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  const form = useForm({ initialValues: person ?? NOBODY });
  const send = useFormCall(form, {
    fields: { 'person.username': 'username', 'person.lines_a_day': 'lines_a_day' },
    refusals: { userDoesNotExist: 'username' },
  });
  const save = useThrottledAction(async () => {
    const params = { id: supplierId };
    const now = (await call('readSupplierAccount', { params })).person ?? NOBODY;
    const granted = rowsOver(form.getInitialValues().goods_ids, form.values.goods_ids, now.goods_ids);
    const values = { ...typedOver(form, now), goods_ids: granted };
    await send('setSupplierPerson', { params, body: { person: values } });
    toastSuccess('person', t('supplierAccount.saved'));
    showStored(form, values);
    await changed();
  });
  return (
    <section className={classes.block}>
      <h3>{t('supplierAccount.person')}</h3>
      <p className={classes.hint}>{t('supplierAccount.personHint')}</p>
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="setSupplierPerson">
          <TextInput
            label={t('supplierAccount.username')}
            autoComplete="off"
            {...form.getInputProps('username')}
          />
          <MultiSelect
            label={t('supplierAccount.goods')}
            data={goods.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            {...form.getInputProps('goods_ids')}
          />
          <WholeField label={t('supplierAccount.lines')} {...form.getInputProps('lines_a_day')} />
          <div className={classes.buttons}>
            <ThrottledButton type="submit" action={save} disabled={form.values.username.trim() === ''}>
              {t('supplierAccount.save')}
            </ThrottledButton>
            {person && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('supplierAccount.endAsk', { username: person.username })}
                onConfirm={async () => {
                  await call('setSupplierPerson', { params: { id: supplierId }, body: {} });
                  await changed();
                }}
              >
                {t('supplierAccount.end')}
              </ConfirmButton>
            )}
          </div>
        </AllowedFields>
      </form>
    </section>
  );
}
