import { Skeleton, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toFormValues, type SettingsValues } from './settings-values.ts';
import { AllowedFields } from '../../ui/layout/allowed.tsx';
import { RechargeSection, RetentionSection, ShopSection } from './settings-sections.tsx';
import classes from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';

/** The settings that operators can change while the shop runs. */
export function ShopSettings() {
  const { data, error, isError, refetch } = useQuery({
    ...query('readSettings'),
    refetchOnWindowFocus: false,
  });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={520} maw={900} />;
  return <SettingsForm values={toFormValues(data)} />;
}

/** All settings of the shop in one form. `values`: as they are stored now. */
export function SettingsForm({ values }: { values: SettingsValues }) {
  const { form, save, isRaised } = useSettingsForm(values);
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="replaceSettings">
        <ShopSection form={form} />
        <RechargeSection form={form} />
        <RetentionSection form={form} isRaised={isRaised} />
        {form.isDirty() && <SaveBar save={save} onReset={form.reset} />}
      </AllowedFields>
    </form>
  );
}

type Props = { save: ThrottledAction<never[]>; onReset: () => void };

/** Shown at the bottom of the screen while there are unsaved changes. */
function SaveBar({ save, onReset }: Props) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.save}>
      <p aria-live="polite">{t('settings.unsaved')}</p>
      <div>
        <Button variant="subtle" onClick={onReset}>
          {t('settings.undo')}
        </Button>
        <ThrottledButton type="submit" action={save}>
          {t('settings.save')}
        </ThrottledButton>
      </div>
    </div>
  );
}
