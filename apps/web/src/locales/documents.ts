import type { Language } from './languages.ts';

export type DocumentText = {
  title: string;
  lede: string;
  sections: { heading: string; paragraphs: string[] }[];
};
export type Documents = Record<'terms' | 'privacy', DocumentText>;
export type Guides = Record<'howToBuy' | 'topUp' | 'support' | 'refunds', DocumentText>;

const rules: Record<Language, () => Promise<{ documents: Documents }>> = {
  'zh-cn': () => import('./zh-cn/documents.ts'),
  en: () => import('./en/documents.ts'),
  pt: () => import('./pt/documents.ts'),
  ru: () => import('./ru/documents.ts'),
};

const guides: Record<Language, () => Promise<{ guides: Guides }>> = {
  'zh-cn': () => import('./zh-cn/guides.ts'),
  en: () => import('./en/guides.ts'),
  pt: () => import('./pt/guides.ts'),
  ru: () => import('./ru/guides.ts'),
};

/** What the texts name of the shop's settings: `{{answerHours}}`. */
type DocumentFacts = {
  /** Within how many hours warranty claims are answered. */
  readonly answerHours: number;
};

/** The long texts, apart from the catalogue so that no other page carries them. */
export async function loadDocuments(language: string, facts: DocumentFacts): Promise<Documents & Guides> {
  const known = language as Language;
  const [{ documents }, guide] = await Promise.all([rules[known](), guides[known]()]);
  return fillIn({ ...documents, ...guide.guides }, facts);
}

/** The same texts with numbers in place of what they name. */
const fillIn = <T>(texts: T, { answerHours }: DocumentFacts): T =>
  JSON.parse(JSON.stringify(texts).replaceAll('{{answerHours}}', String(answerHours))) as T;
