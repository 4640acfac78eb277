import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data, Network } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { firstNetwork, listNetworks } from '../../lib/networks.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './deposit-sheet.module.css';

const WIDTH_PX = 480;
type Values = { type: Network; fromBlock: string; reason: string };

/** Scans confirmed blocks again up to the follower's position, for payments that the nodes missed. */
export function RescanForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { type: firstNetwork(), fromBlock: '', reason: '' },
    validate: {
      fromBlock: (value) => (/^\d{1,10}$/.test(value.trim()) ? null : t('deposits.rescan.blockMissing')),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('deposits.decide.reasonMissing') : null),
    },
  });
  const send = useFormCall(form, { fields: { from_block: 'fromBlock' } });
  const read = useThrottledAction(async ({ type, fromBlock, reason }: Values) => {
    let next: number | null = Number(fromBlock);
    let found = 0;
    // A call scans for a limited time and returns the next block.
    while (next !== null) {
      const body = { type, from_block: next, reason: reason.trim() };
      const part: Data<'rescanChain'> = await send('rescanChain', { body });
      found += part.found;
      next = part.next_block;
      if (next !== null) form.setFieldValue('fromBlock', String(next));
    }
    toastSuccess('rescan', t('deposits.rescan.done', { found }));
    await client.invalidateQueries();
    onClose();
  });
  return (
    <Sheet title={t('deposits.rescan.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(read.run)} noValidate>
        <p className={classes.lede}>{t('deposits.rescan.lede')}</p>
        <NativeSelect
          label={t('deposits.field.type')}
          data={listNetworks()}
          {...form.getInputProps('type')}
        />
        <TextInput
          label={t('deposits.rescan.fromBlock')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('fromBlock')}
        />
        <Textarea
          label={t('deposits.decide.reason')}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <ThrottledButton type="submit" action={read}>
          {t('deposits.rescan.start')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
