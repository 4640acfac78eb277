import type { UseFormReturnType } from '@mantine/form';
import type { BrandContent, BrandState } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { showBrand, startPreview } from '../../../lib/browser/brand.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useNavigate } from '../../../lib/router/hooks.ts';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { logoAddress, toRequestBody, toShown, type BrandValues } from './brand-values.ts';
import { toLogo } from './to-logo.ts';

const HOME = '/client/main';

export type BrandSteps = ReturnType<typeof useBrandSteps>;

/** What the form can do with the draft. Preview and publishing save it first, so that what is seen is what is kept. */
export function useBrandSteps(state: BrandState, form: UseFormReturnType<BrandValues>) {
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
  /** Visitors see another brand from now on, and so does this page. */
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
