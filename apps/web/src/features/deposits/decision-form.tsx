import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminDeposit, DepositCandidate, Proposal } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { call } from '../../lib/api/call.ts';
import { randomKey } from '../../lib/random-key.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './deposits.module.css';

type Decision = 'assign' | 'reject' | 'reverse';
type Props = {
  deposit: AdminDeposit;
  decision: Decision;
  /** The suggested buyer; another one may be typed instead. */
  chosen?: DepositCandidate | null;
  onDone: () => void;
};
type Values = { username: string; reason: string };

/** Proposes a decision about a deposit, which a colleague approves unless one admin may take it alone. */
export function DecisionForm({ deposit, decision, chosen = null, onDone }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const key = useRef(randomKey());
  const needsUser = decision === 'assign';
  const form = useForm<Values>({
    initialValues: { username: chosen?.username ?? deposit.username ?? '', reason: '' },
    validate: {
      username: (value) => (needsUser && value.trim() === '' ? t('deposits.decide.whoseMissing') : null),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('deposits.decide.reasonMissing') : null),
    },
  });
  const isChosen = chosen !== null && form.values.username.trim() === chosen.username;
  const sendForm = useFormCall(form, { refusals: { userDoesNotExist: 'username' } });
  const send = useThrottledAction(async (values: Values) => {
    const proposal = await propose(
      sendForm,
      decision,
      deposit.id,
      { ...values, orderId: isChosen ? chosen.order_id : null },
      key.current,
    );
    toastSuccess(
      'decision',
      t(proposal.state === 'applied' ? 'deposits.decide.done' : 'deposits.decide.proposed'),
    );
    await client.invalidateQueries();
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <h3>{t(`deposits.decide.${decision}`)}</h3>
      {needsUser && (
        <TextInput
          label={t('deposits.field.username')}
          autoComplete="off"
          {...form.getInputProps('username')}
        />
      )}
      {isChosen && chosen.order_id !== null && (
        <p className={classes.lede}>{t('deposits.candidates.closes', { order: chosen.order_id })}</p>
      )}
      <Textarea label={t('deposits.decide.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton
        type="submit"
        action={send}
        variant={needsUser ? 'filled' : 'light'}
        color={needsUser ? 'marine' : 'red'}
      >
        {t(isChosen && chosen.at_once ? 'deposits.decide.now' : 'deposits.decide.submit')}
      </ThrottledButton>
    </form>
  );
}

function propose(
  send: typeof call,
  decision: Decision,
  id: string,
  values: Values & { orderId: string | null },
  idempotencyKey: string,
): Promise<Proposal> {
  const request = { params: { id }, body: { reason: values.reason.trim() } };
  if (decision === 'reject') return send('rejectDeposit', request, { idempotencyKey });
  if (decision === 'reverse') return send('reverseDeposit', request, { idempotencyKey });
  const body = {
    ...request.body,
    username: values.username.trim(),
    ...(values.orderId !== null && { order_id: values.orderId }),
  };
  return send('assignDeposit', { ...request, body }, { idempotencyKey });
}
