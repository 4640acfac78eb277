import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Agent } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './agent-sheet.module.css';
import { useAgentsChanged } from './use-agents-changed.ts';
import { AmountField } from '../../../ui/fields/decimal-field.tsx';

const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;
const SHORTEST_NOTE = 3;

type Values = { amount: string; note: string };

/** Records a payout that was made elsewhere; the shop itself sends nothing. */
export function PayoutForm({ agent }: { agent: Agent }) {
  const { t } = useTranslation('admin');
  const changed = useAgentsChanged();
  const key = useRef(randomKey());
  // A refund after a payout makes the balance negative.
  const earnedMicro = agent.commission_balance.startsWith('-') ? 0n : parseMicro(agent.commission_balance);
  const form = useForm<Values>({
    initialValues: { amount: earnedMicro > 0n ? agent.commission_balance : '', note: '' },
    validate: {
      amount: (value) => {
        const amountMicro = AMOUNT.test(value.trim()) ? parseMicro(value.trim()) : 0n;
        if (amountMicro === 0n) return t('agents.payout.amountWrong');
        return amountMicro > earnedMicro ? t('agents.payout.tooMuch') : null;
      },
      note: (value) => (value.trim().length < SHORTEST_NOTE ? t('agents.payout.noteMissing') : null),
    },
  });
  const send = useFormCall(form, { refusals: { balanceTooLow: 'amount' } });
  const record = useThrottledAction(async ({ amount, note }: Values) => {
    const body = { amount: amount.trim(), note: note.trim() };
    await send('recordPayout', { params: { id: agent.id }, body }, { idempotencyKey: key.current });
    key.current = randomKey();
    form.setValues({ amount: '', note: '' });
    toastSuccess('payout', t('agents.payout.done'));
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(record.run)} noValidate>
      <h3 className={classes.heading}>{t('agents.payout.title')}</h3>
      <p className={classes.quiet}>{t('agents.payout.lede')}</p>
      <AmountField label={t('agents.payout.amount')} {...form.getInputProps('amount')} />
      <TextInput
        label={t('agents.payout.note')}
        description={t('agents.payout.noteHint')}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('note')}
      />
      <ThrottledButton type="submit" action={record}>
        {t('agents.payout.submit')}
      </ThrottledButton>
    </form>
  );
}
