import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { RechargeSection, RetentionSection, ShopSection } from './settings-sections.tsx';
import type { SettingsValues } from './settings-values.ts';
import classes from './shop-settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';

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
