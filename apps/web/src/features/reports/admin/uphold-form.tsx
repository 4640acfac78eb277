import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/reason';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/throttled-action.ts';
import { ThrottledButton } from '../../../ui/throttled-button.tsx';
import { toastSuccess } from '../../../ui/toasts.tsx';
import classes from './report-desk.module.css';
import { useSettled } from './use-settled.ts';

/** What the call takes. */
const MOST_LINES = 1_000;

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** Agrees with a report: the accounts named go off sale at once. */
export function UpholdForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const settled = useSettled();
  const form = useForm({
    initialValues: { lines: '', reason: '' },
    validate: {
      lines: (value) => (linesOf(value).length > MOST_LINES ? t('reports.tooManyLines') : null),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('reports.reasonMissing') : null),
    },
  });
  const uphold = useThrottledAction(async ({ lines, reason }: typeof form.values) => {
    const body = { reason: reason.trim(), lines: linesOf(lines) };
    const { found, withdrawn } = await call('upholdReport', { params: { id }, body });
    toastSuccess('report', t('reports.upheld', { found, withdrawn }));
    await settled();
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(uphold.run)} noValidate>
      <h3>{t('reports.uphold')}</h3>
      <Textarea
        label={t('reports.lines')}
        description={t('reports.linesHint')}
        className={classes.lines}
        rows={4}
        spellCheck={false}
        {...form.getInputProps('lines')}
      />
      <Textarea label={t('reports.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={uphold}>
        {t('reports.upholdSubmit')}
      </ThrottledButton>
    </form>
  );
}
