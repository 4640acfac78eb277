import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './takedown-request-sheet.module.css';
import { useTakedownRequestsChanged } from './use-takedown-requests-changed.ts';

/** Rejects a takedown request, with a reason that is kept with it. */
export function RefuseForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const settled = useTakedownRequestsChanged();
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('reports.reasonMissing') : null),
    },
  });
  const send = useFormCall(form);
  const refuse = useThrottledAction(async ({ reason }: { reason: string }) => {
    await send('refuseReport', { params: { id }, body: { reason: reason.trim() } });
    toastSuccess('report', t('reports.refused'));
    await settled();
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(refuse.run)} noValidate>
      <h3>{t('reports.refuse')}</h3>
      <Textarea label={t('reports.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={refuse} variant="light" color="red">
        {t('reports.refuseSubmit')}
      </ThrottledButton>
    </form>
  );
}
