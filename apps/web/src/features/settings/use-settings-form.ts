import { useForm } from '@mantine/form';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import {
  changedSettings,
  conflictingSettings,
  isLimitRaised,
  settingsRules,
  toFormValues,
  type Problem,
  type SettingsValues,
} from './settings-values.ts';
import type { CommissionTier, Data, ShopSettings } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

/** The settings with the reason that a raised limit needs. */
export type SettingsFormValues = SettingsValues & { reason: string };

/**
 * The form of the shop's settings. Saving sends only what was changed here; where a colleague has changed the same
 * setting since the form was opened, nothing is sent and the field shows their value.
 */
export function useSettingsForm(values: SettingsValues) {
  const { t } = useTranslation('admin');
  const changed = useSettingsChanged();
  const form = useForm<SettingsFormValues>({
    initialValues: { ...values, reason: '' },
    validate: settingsRules((problem: Problem) => t(`settings.problem.${problem}`)),
  });
  const send = useFormCall(form, { refusals: { amountOutOfRange: 'recharge_amounts' } });
  const isRaised = isLimitRaised(form.values, form.getInitialValues());

  function showConflicts(
    names: (keyof SettingsValues)[],
    now: SettingsValues,
    kept: SettingsFormValues,
  ): void {
    form.setInitialValues({ ...now, reason: '' });
    form.setValues(kept);
    const errors = names.map((name) => {
      const value = [now[name]].flat().map(show).join(', ') || '–';
      return [name, t('settings.problem.changed', { value })];
    });
    form.setErrors(Object.fromEntries(errors));
  }

  const save = useThrottledAction(async ({ reason, ...written }: SettingsFormValues) => {
    const { reason: _, ...shown } = form.getInitialValues();
    const changes = changedSettings(written, shown);
    const now = await call('readSettings');
    const conflicts = conflictingSettings(changes, shown, toFormValues(now));
    if (conflicts.length > 0) {
      const stored = toFormValues(now);
      return showConflicts(conflicts, stored, { ...stored, ...changes, reason });
    }
    const approval = isRaised && reason.trim() ? { reason: reason.trim() } : {};
    const answer = await send('replaceSettings', { body: { ...now, ...changes, ...approval } });
    const { proposals = [], ...stored } = answer;
    const kept = { ...toFormValues(stored), reason: '' };
    form.setInitialValues(kept);
    form.setValues(kept);
    await changed(answer);
    const isWaiting = proposals.some(({ state }) => state !== 'applied');
    toastSuccess('settings', t(isWaiting ? 'settings.raiseProposed' : 'settings.saved'));
  });
  return { form, save, isRaised };
}

const show = (value: string | number | boolean | CommissionTier): string =>
  typeof value === 'object' ? `${value.from}: ${value.percent} %` : String(value);

/** Updates the cached settings, the public ones included, and pending approvals. */
export function useSettingsChanged(): (answer: Data<'replaceSettings'>) => Promise<void> {
  const client = useQueryClient();
  return async ({ proposals, ...settings }) => {
    client.setQueryData(queryKey('readSettings'), settings);
    if (proposals) await client.invalidateQueries({ queryKey: queryKey('listProposals') });
    await client.invalidateQueries({ queryKey: queryKey('readSiteConfig') });
  };
}

/** Changes some settings and keeps the others as the server has them now. */
export async function updateSettings(
  part: Partial<ShopSettings> & { reason?: string },
  send = call,
): Promise<Data<'replaceSettings'>> {
  const now = await call('readSettings');
  return send('replaceSettings', { body: { ...now, ...part } });
}
