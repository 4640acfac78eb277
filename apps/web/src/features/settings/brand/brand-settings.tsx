import { Skeleton, Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../../lib/api/query.ts';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { BrandState, BrandContent, BrandPicture } from '@portside/contract';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AllowedFields, Allowed } from '../../../ui/layout/allowed.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { BrandColours, BrandLogo, BrandTexts } from './brand-fields.tsx';
import classes from './brand.module.css';
import {
  readColour,
  toFormValues,
  type BrandValues,
  logoAddress,
  toRequestBody,
  toShown,
  PICTURES,
} from './brand-values.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { call } from '../../../lib/api/call.ts';
import { showBrand, startPreview } from '../../../lib/browser/page-data.ts';
import { CHOOSES_AGAIN } from '../../../lib/browser/decode-file.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useNavigate } from '../../../lib/site-location.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { toLogo, toHero, toWordmark } from './to-logo.ts';
import { useState } from 'react';

/** The shop's name, colours, logo and texts. */
export function BrandSettings() {
  const { data, error, isError, refetch } = useQuery({ ...query('readBrand'), refetchOnWindowFocus: false });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={520} maw={900} />;
  // A new form once another state was saved, published or undone.
  const key = `${data.draft?.updated_at} ${data.published?.published_at}`;
  return <BrandForm key={key} state={data} />;
}

/** Edits the draft: it is saved, looked at in the shop's own pages, and published. */
function BrandForm({ state }: { state: BrandState }) {
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
          <BrandPictures form={form} />
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
      {/* In a row of their own: nothing dangerous may slide to where the pointer has just published. */}
      <div className={classes.back}>
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
    </div>
  );
}

/** What visitors see now, and whether something waits to be published. */
function BrandStateNote({ state, isDirty }: { state: BrandState; isDirty: boolean }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { sentences } = usePunctuation();
  const { draft, published } = state;
  return (
    <div className={classes.state}>
      <p>{t('brand.lede')}</p>
      <p aria-live="polite">
        {sentences(
          published
            ? t('brand.publishedAt', { at: formatDateTime(published.published_at, language) })
            : t('brand.builtIn'),
          isDirty
            ? t('brand.unsaved')
            : draft && t('brand.draftAt', { at: formatDateTime(draft.updated_at, language) }),
        )}
      </p>
    </div>
  );
}

const HOME = '/client/main';

type BrandSteps = ReturnType<typeof useBrandSteps>;

/** What the form can do with the draft. Preview and publishing save it first, so that what is seen is what is kept. */
function useBrandSteps(state: BrandState, form: UseFormReturnType<BrandValues>) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const navigate = useNavigate();
  const send = useFormCall(form);
  const take = (now: BrandState) => client.setQueryData(queryKey('readBrand'), now);
  const saveNow = async (values: BrandValues): Promise<BrandState> => {
    if (state.draft !== null && !form.isDirty()) return state;
    const isOtherGround = form.isDirty('main_colour');
    const body = toRequestBody(values);
    return send('saveBrandDraft', { body: isOtherGround ? await withNewIcons(body) : body });
  };
  /** Visitors see the new brand from now on, and so does this page. */
  const changed = async (now: BrandState, note: string) => {
    showBrand(now.published && toShown(now.published));
    take(now);
    toastSuccess('brand', note);
    await Promise.all(
      (['readSettings', 'readSiteConfig'] as const).map((name) =>
        client.invalidateQueries({ queryKey: queryKey(name) }),
      ),
    );
  };
  return {
    save: useThrottledAction(async (values: BrandValues) => {
      take(await saveNow(values));
      toastSuccess('brand', t('brand.saved'));
    }),
    preview: useThrottledAction(async (values: BrandValues) => {
      const now = await saveNow(values);
      take(now);
      startPreview(toShown(now.draft!));
      await navigate(HOME);
    }),
    publish: async () => {
      if (form.validate().hasErrors) return;
      const { draft } = await saveNow(form.getValues());
      const now = await call('publishBrand', { body: { updated_at: draft!.updated_at } });
      await changed(now, t('brand.published'));
    },
    undo: async () => {
      const { published_at } = state.published!;
      await changed(await call('undoBrand', { body: { published_at } }), t('brand.undone'));
    },
    discard: async () => void take(await call('discardBrandDraft')),
  };
}

/** The brand with its logo's icons on its main colour, if the logo can still be read. */
async function withNewIcons(content: BrandContent): Promise<BrandContent> {
  if (content.logo === null) return content;
  const answer = await fetch(logoAddress(content.logo));
  const drawn = answer.ok ? await toLogo(await answer.blob(), content.main_colour) : null;
  if (drawn === null) return content;
  const { draft } = await call('setBrandLogo', drawn);
  return { ...content, logo: draft!.logo };
}

type Form = Pick<UseFormReturnType<BrandValues>, 'values' | 'setFieldValue'>;

/** The wordmarks and the home page's picture. Each is uploaded at once, as the logo is. */
const BrandPictures = ({ form }: { form: Form }) => (
  <div className={classes.pictures}>
    <OnePicture form={form} picture="wordmark" />
    <OnePicture form={form} picture="wordmark_dark" />
    <OnePicture form={form} picture="hero" />
  </div>
);

function OnePicture({ form, picture }: { form: Form; picture: BrandPicture }) {
  const { t } = useTranslation('admin');
  const [problem, setProblem] = useState<'notImage' | 'smallHero' | null>(null);
  const key = form.values[picture];
  const name = t(`brand.field.${picture}`);
  const upload = useThrottledAction(async (image: Blob) => {
    const { draft } = await call('setBrandPicture', { params: { picture }, image });
    form.setFieldValue(picture, draft![picture]);
    if (picture !== 'hero') form.setFieldValue(`${picture}_width`, draft![`${picture}_width`]);
  });
  /** A file that cannot be used delays no other. */
  async function take(file: File) {
    const drawn = picture === 'hero' ? await toHero(file) : await toWordmark(file);
    setProblem(typeof drawn === 'string' ? drawn : null);
    if (typeof drawn !== 'string') await upload.run(drawn);
  }
  const remove = () => {
    form.setFieldValue(picture, null);
    if (picture !== 'hero') form.setFieldValue(`${picture}_width`, null);
  };
  return (
    <div>
      <strong>{name}</strong>
      <div className={classes.frame} data-picture={picture}>
        {key ? <img src={logoAddress(key)} alt="" /> : <span>{t(`brand.without.${picture}`)}</span>}
      </div>
      <div className={classes.buttons}>
        <FileButton inputProps={CHOOSES_AGAIN} accept={PICTURES} onChange={(file) => file && void take(file)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={upload.isRunning}
              aria-label={`${t('brand.chooseLogo')}: ${name}`}
            >
              {t('brand.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {key && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('brand.removePicture', { name })}
            onClick={remove}
          >
            {t('brand.remove')}
          </Button>
        )}
      </div>
      <p className={problem ? classes.problem : classes.quiet} aria-live="polite">
        {problem ? t(`brand.${problem}`) : t(`brand.hint.${picture}`)}
      </p>
    </div>
  );
}
