import { Button, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { RedeemBatch } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isRefusal } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { randomKey } from '../../lib/random-key.ts';
import { fromLocalTime, withTimeZone } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import parts from '../../ui/layout/small-list.module.css';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

const WIDTH_PX = 560;
const MOST_CODES = 10_000;
/** Reads batches and proposals again. */
export function useBatchesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listRedeemBatches', 'listProposals'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

type Values = { note: string; value: string; codes: number | ''; starts: string; ends: string };

const isAmount = (text: string): boolean => AMOUNT.test(text) && parseMicro(text) > 0n;
const isCount = (codes: number | ''): codes is number =>
  Number.isInteger(codes) && Number(codes) >= 1 && Number(codes) <= MOST_CODES;

/** Creates a batch: its codes can be had at once, or when a second person has approved it. */
export function NewBatch({
  onClose,
  onReady,
}: {
  onClose: () => void;
  onReady: (batch: RedeemBatch) => void;
}) {
  const { t, language } = useTranslation('admin');
  const changed = useBatchesChanged();
  const key = useRef(randomKey());
  const form = useForm<Values>({
    initialValues: { note: '', value: '', codes: '', starts: '', ends: '' },
    validate: {
      note: (note) => (note.trim().length < SHORTEST_REASON ? t('redeemBatches.noteMissing') : null),
      value: (value) => (isAmount(value) ? null : t('redeemBatches.valueWrong')),
      codes: (codes) =>
        isCount(codes) ? null : t('redeemBatches.codesWrong', { most: MOST_CODES.toLocaleString(language) }),
      ends: (ends, { starts }) => (ends && starts && ends <= starts ? t('redeemBatches.endsFirst') : null),
    },
  });
  const send = useFormCall(form, {
    fields: { starts_at: 'starts', ends_at: 'ends' },
    refusals: { amountOutOfRange: 'value' },
  });
  const create = useThrottledAction(async ({ note, value, codes, starts, ends }: Values) => {
    const body = {
      note: note.trim(),
      value,
      codes: Number(codes),
      ...(starts && { starts_at: fromLocalTime(starts) }),
      ...(ends && { ends_at: fromLocalTime(ends) }),
    };
    const batch = await send('createRedeemBatch', { body }, { idempotencyKey: key.current }).catch(
      (error: unknown) => {
        if (isRefusal(error, 'amountOutOfRange'))
          form.setFieldError(
            'value',
            t('redeemBatches.overDay', { limit: t('settings.field.redeem_maximum') }),
          );
        throw error;
      },
    );
    key.current = randomKey();
    const isReady = batch.state === 'ready';
    toastSuccess('redeemBatch', t(isReady ? 'redeemBatches.created' : 'redeemBatches.proposed'));
    await changed();
    if (isReady) onReady(batch);
    else onClose();
  });
  return (
    <Sheet title={t('redeemBatches.add')} size={WIDTH_PX} onClose={onClose}>
      <form className={parts.form} onSubmit={form.onSubmit(create.run)} noValidate>
        <BatchFields form={form} />
        <ThrottledButton type="submit" action={create}>
          {t('redeemBatches.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** What the codes are for, what they are worth together, and when they count. */
function BatchFields({ form }: { form: UseFormReturnType<Values> }) {
  const { t, language } = useTranslation('admin');
  const { value, codes } = form.values;
  return (
    <>
      <TextInput
        label={t('redeemBatches.note')}
        description={t('redeemBatches.noteHint')}
        maxLength={500}
        autoComplete="off"
        {...form.getInputProps('note')}
      />
      <div className={parts.pair}>
        <AmountField label={t('redeemBatches.value')} {...form.getInputProps('value')} />
        <WholeField label={t('redeemBatches.codes')} {...form.getInputProps('codes')} />
      </div>
      {isAmount(value) && isCount(codes) && (
        <p className={parts.quiet} aria-live="polite">
          {t('redeemBatches.worth', { worth: formatUsdt(worthOf(value, codes), language) })}
        </p>
      )}
      <div className={parts.pair}>
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('redeemBatches.starts'))}
          description={t('redeemBatches.startsHint')}
          {...form.getInputProps('starts')}
        />
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('redeemBatches.ends'))}
          description={t('redeemBatches.endsHint')}
          {...form.getInputProps('ends')}
        />
      </div>
    </>
  );
}

const worthOf = (value: string, codes: number): string => formatMicro(parseMicro(value) * BigInt(codes));

/** Makes the codes of a batch and saves them; until it is closed, they can be saved again. */
export function GetCodes({ batch, onClose }: { batch: RedeemBatch; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useBatchesChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { id, note } = batch;
  const save = (made: readonly string[]) => saveFile(tableOf(batch, made), `gift-codes-${id}.csv`);
  const make = useThrottledAction(async () => {
    const { codes: made } = await call('issueRedeemCodes', { params: { id } });
    setCodes(made);
    await changed();
    await save(made);
  });
  const again = useThrottledAction(async () => codes && save(codes));
  return (
    <Sheet title={t('redeemBatches.getTitle', { note })} size={WIDTH_PX} onClose={onClose}>
      <div className={parts.form}>
        {codes === null ? (
          <>
            <p className={parts.quiet}>{t('redeemBatches.getText', { count: batch.codes })}</p>
            <ThrottledButton action={make}>{t('redeemBatches.make')}</ThrottledButton>
          </>
        ) : (
          <>
            <Callout tone="good">{t('redeemBatches.made')}</Callout>
            <div className={parts.buttons}>
              <Button onClick={onClose}>{t('redeemBatches.done')}</Button>
              <ThrottledButton variant="default" action={again}>
                {t('redeemBatches.again')}
              </ThrottledButton>
            </div>
          </>
        )}
      </div>
    </Sheet>
  );
}

/** A code a line, with what it is worth and until when. */
function tableOf({ value, ends_at: endsAt }: RedeemBatch, codes: readonly string[]): Blob {
  const lines = ['code,amount,valid_until', ...codes.map((code) => `${code},${value},${endsAt ?? ''}`)];
  return new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
}
