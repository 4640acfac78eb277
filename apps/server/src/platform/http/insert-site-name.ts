import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_NAME } from './page-settings.ts';

/** Replaces the build's placeholder name in a page by the shop's, so that no other name ever shows. */
export function createSiteNameInserter(folder: string): (file: string, siteName: string) => string {
  const texts = new Map<string, string>();
  return (file, siteName) => {
    const text = texts.get(file) ?? readFileSync(join(folder, file), 'utf8');
    texts.set(file, text);
    const name = file.endsWith('.html') ? escapeHtml(siteName) : inJson(siteName);
    return text.replaceAll(BUILT_NAME, () => name);
  };
}

/** Text as it stands in HTML, also within quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
