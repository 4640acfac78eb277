import { Button, Checkbox, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Report } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { isRefusal } from '../../lib/api/api-error.ts';
import { focusNow } from '../../lib/browser/screen.ts';
import { useThrottledAction, type ThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './reports-admin.module.css';
import { NameSearch } from './name-search.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

/**
 * Upholds a takedown request: the named accounts are withdrawn from sale, or the operator confirms that none has to
 * be.
 */
export function UpholdForm({ report, onDone }: { report: Report; onDone: () => void }) {
  const { t } = useTranslation(['admin', 'translation']);
  const settled = useTakedownRequestsChanged();
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm<UpholdValues>({
    initialValues: { chosen: [], lines: '', isNothing: false, reason: '' },
    validate: (values) => {
      const { lines, reason } = upholdFaults(values);
      return { lines: lines && t(lines), reason: reason && t(reason) };
    },
  });
  const send = useFormCall(form, { fields: { item_ids: 'lines' }, refusals: { dataDoesNotExist: 'lines' } });
  const uphold = async (values: UpholdValues) => {
    const body = { reason: values.reason.trim(), lines: linesOf(values), item_ids: namedOf(values) };
    try {
      const { found, withdrawn } = await send('upholdReport', { params: { id: report.id }, body });
      toastSuccess(
        'report',
        values.isNothing ? t('reports.upheldOnly') : t('reports.upheld', { found, withdrawn }),
      );
    } catch (error) {
      if (isRefusal(error, 'dataDoesNotExist')) form.setFieldError('lines', t('reports.linesUnknown'));
      throw error;
    }
    await settled();
    onDone();
  };
  const confirm = useThrottledAction(async () => {
    // The values may have changed since the question was shown.
    if (!form.validate().hasErrors) await uphold(form.values).finally(() => setIsAsking(false));
    else setIsAsking(false);
  });
  const { isNothing, chosen } = form.values;
  const count = linesOf(form.values).length + namedOf(form.values).length;
  return (
    <form className={classes.form} onSubmit={form.onSubmit(() => setIsAsking(true))} noValidate>
      <h3>{t('reports.uphold')}</h3>
      <Allowed to="searchItems">
        <NameSearch
          report={report}
          isDisabled={isNothing}
          chosen={chosen}
          onChange={(change) => form.setFieldValue('chosen', change)}
        />
      </Allowed>
      <Textarea
        label={t('reports.lines')}
        description={t('reports.linesHint')}
        className={classes.lines}
        rows={4}
        spellCheck={false}
        disabled={isNothing}
        {...form.getInputProps('lines')}
      />
      <Checkbox label={t('reports.nothing')} {...form.getInputProps('isNothing', { type: 'checkbox' })} />
      <Textarea label={t('reports.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      {isAsking ? (
        <UpholdQuestion
          count={isNothing ? null : count}
          action={confirm}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <Button type="submit">{t(isNothing ? 'reports.upholdOnly' : 'reports.upholdSubmit')}</Button>
      )}
    </form>
  );
}

type QuestionProps = {
  /** How many accounts would go off sale; null if the request is upheld without any. */
  count: number | null;
  action: ThrottledAction;
  onCancel: () => void;
};

function UpholdQuestion({ count, action, onCancel }: QuestionProps) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  return (
    <div className={classes.takedownRequestSheetAsk} role="alert">
      <p>
        {count === null
          ? t('reports.askOnly')
          : t('reports.ask', { count, n: count.toLocaleString(language) })}
      </p>
      <Button ref={focusNow} variant="default" onClick={onCancel}>
        {t('translation:shell.cancel')}
      </Button>
      <ThrottledButton color="red" action={action}>
        {t(count === null ? 'reports.upholdOnly' : 'reports.upholdSubmit')}
      </ThrottledButton>
    </div>
  );
}

/** Refetches what a decision on a takedown request changes. */
export function useTakedownRequestsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listReports', 'listStockBatches', 'listAllGoods', 'listUnsold', 'readTasks'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

/** Limit of the call. */
const MOST_LINES = 1_000;

type UpholdValues = {
  /** Items that were found by name. */
  chosen: string[];
  lines: string;
  /** Set explicitly: the request is right, but no account has to be withdrawn. */
  isNothing: boolean;
  reason: string;
};

export const linesOf = ({ lines, isNothing }: UpholdValues): string[] =>
  isNothing ? [] : lines.split(/\r?\n/).filter((line) => line.trim() !== '');

export const namedOf = ({ chosen, isNothing }: UpholdValues): string[] => (isNothing ? [] : chosen);

/** Text keys of what is missing, per field. */
export function upholdFaults(values: UpholdValues) {
  const { length } = linesOf(values);
  return {
    lines:
      length > MOST_LINES
        ? ('reports.tooManyLines' as const)
        : length + values.chosen.length === 0 && !values.isNothing
          ? ('reports.linesMissing' as const)
          : null,
    reason: values.reason.trim().length < SHORTEST_REASON ? ('reports.reasonMissing' as const) : null,
  };
}
