import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { BrandState } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { BrandColours } from './brand-colours.tsx';
import classes from './brand-form.module.css';
import { BrandLogo } from './brand-logo.tsx';
import { BrandStateNote } from './brand-state-note.tsx';
import { BrandTexts } from './brand-texts.tsx';
import { readColour, toFormValues, type BrandValues } from './brand-values.ts';
import { useBrandSteps, type BrandSteps } from './use-brand-steps.ts';

/** Edits the draft: it is saved, looked at in the shop's own pages, and published. */
export function BrandForm({ state }: { state: BrandState }) {
  const { t } = useTranslation('admin');
  const colour = (typed: string) => (typed.trim() === '' || readColour(typed) ? null : t('brand.notColour'));
  const form = useForm<BrandValues>({
    initialValues: toFormValues(state),
    validate: { main_colour: colour, accent_colour: colour },
  });
  const steps = useBrandSteps(state, form);
  return (
    <form className={classes.form} onSubmit={form.onSubmit(steps.save.run)} noValidate>
      <BrandStateNote state={state} isDirty={form.isDirty()} />
      <AllowedFields to="saveBrandDraft">
        <Panel title={t('brand.group.texts')}>
          <BrandTexts form={form} />
        </Panel>
        <Panel title={t('brand.group.looks')}>
          <BrandLogo form={form} />
          <BrandColours form={form} />
        </Panel>
      </AllowedFields>
      <Allowed to="publishBrand">
        <Buttons state={state} steps={steps} onPreview={form.onSubmit(steps.preview.run)} />
      </Allowed>
    </form>
  );
}

type ButtonsProps = { state: BrandState; steps: BrandSteps; onPreview: () => void };

function Buttons({ state, steps, onPreview }: ButtonsProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.save}>
      <Button variant="default" loading={steps.preview.isRunning} onClick={() => onPreview()}>
        {t('brand.preview')}
      </Button>
      <ThrottledButton type="submit" variant="default" action={steps.save}>
        {t('brand.save')}
      </ThrottledButton>
      <ConfirmButton confirmColor="marine" question={t('brand.askPublish')} onConfirm={steps.publish}>
        {t('brand.publish')}
      </ConfirmButton>
      {state.draft && (
        <ConfirmButton
          variant="subtle"
          color="red"
          question={t('brand.askDiscard')}
          onConfirm={steps.discard}
        >
          {t('brand.discard')}
        </ConfirmButton>
      )}
      {state.published && (
        <ConfirmButton variant="subtle" color="red" question={t('brand.askUndo')} onConfirm={steps.undo}>
          {t('brand.undo')}
        </ConfirmButton>
      )}
    </div>
  );
}
