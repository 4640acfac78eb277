import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './user-sheet.module.css';
import { useUsersChanged } from './use-users-changed.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import { AmountField } from '../../../ui/fields/decimal-field.tsx';

const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;
type Values = { direction: 'credit' | 'debit'; amount: string; reason: string };

/** Adjusts a balance manually: a proposal that a colleague approves. */
export function AdjustForm({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const key = useRef(randomKey());
  const form = useForm<Values>({
    initialValues: { direction: 'credit', amount: '', reason: '' },
    validate: {
      amount: (value) =>
        AMOUNT.test(value.trim()) && Number(value) > 0 ? null : t('users.adjust.amountWrong'),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('users.adjust.reasonMissing') : null),
    },
  });
  const sendForm = useFormCall(form, {
    refusals: { amountOutOfRange: 'amount', balanceTooLow: 'amount' },
  });
  const send = useThrottledAction(async ({ direction, amount, reason }: Values) => {
    const body = { direction, amount: amount.trim(), reason: reason.trim() };
    const { state } = await sendForm(
      'adjustBalance',
      { params: { id }, body },
      { idempotencyKey: key.current },
    );
    key.current = randomKey();
    form.reset();
    toastSuccess('adjust', t(state === 'applied' ? 'users.adjust.done' : 'users.adjust.proposed'));
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <h3 className={classes.heading}>{t('users.adjust.title')}</h3>
      <ChoiceRow
        data={(['credit', 'debit'] as const).map((value) => ({ value, label: t(`users.adjust.${value}`) }))}
        value={form.values.direction}
        onChange={(direction) => form.setFieldValue('direction', direction)}
      />
      <AmountField label={t('users.adjust.amount')} {...form.getInputProps('amount')} />
      <Textarea label={t('users.adjust.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={send}>
        {t('users.adjust.submit')}
      </ThrottledButton>
    </form>
  );
}
