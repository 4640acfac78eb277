import type { Language } from './languages.ts';

export type DocumentText = {
  title: string;
  lede: string;
  sections: { heading: string; paragraphs: string[] }[];
};
export type Documents = { terms: DocumentText; privacy: DocumentText };

const load: Record<Language, () => Promise<{ documents: Documents }>> = {
  'zh-cn': () => import('./zh-cn/documents.ts'),
  en: () => import('./en/documents.ts'),
  pt: () => import('./pt/documents.ts'),
  ru: () => import('./ru/documents.ts'),
};

/** The long texts, apart from the catalogue so that no other page carries them. */
export async function loadDocuments(language: string): Promise<Documents> {
  return (await load[language as Language]()).documents;
}
