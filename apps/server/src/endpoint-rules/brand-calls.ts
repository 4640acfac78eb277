import type { BrandState, EndpointName } from '@portside/contract';
import { pngBytes } from '../testing/image-form.ts';

type Call = { readonly body?: unknown; readonly image?: Buffer };
type Make = (endpoint: EndpointName, call: Call) => Promise<BrandState>;

/** How the calls of the brand are made so that each changes something. `name` answers another text every time. */
export function brandCalls(make: Make, name: () => string) {
  const written = () => ({ body: { name: { en: name() } } });
  const draft = async (): Promise<Call> => {
    const { draft: saved } = await make('saveBrandDraft', written());
    return { body: { updated_at: saved!.updated_at } };
  };
  return {
    saveBrandDraft: () => Promise.resolve(written()),
    setBrandLogo: () => Promise.resolve({ image: pngBytes('', { width: 512, height: 512 }) }),
    discardBrandDraft: () => draft().then(() => ({})),
    publishBrand: draft,
    undoBrand: async () => {
      const { published } = await make('publishBrand', await draft());
      return { body: { published_at: published!.published_at } };
    },
  };
}
