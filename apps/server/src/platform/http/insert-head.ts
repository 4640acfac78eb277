import type { Language } from '@portside/contract';
import { escapeHtml, toDataBlock } from './brand/insert-brand.ts';
import type { PageHead } from './page-head.ts';

type Shop = { readonly siteName: string; readonly language: Language };

/**
 * The HTML with title, description, canonical address, link preview and structured data of its page. The structured
 * data is a data block, which no browser runs; without `<` it cannot end early.
 */
export function insertHead(html: string, head: PageHead, { siteName, language }: Shop): string {
  const title = escapeHtml(`${head.title} · ${siteName}`);
  const description = escapeHtml(head.description);
  const preview: Readonly<Record<string, string | null>> = {
    'og:type': 'product',
    'og:site_name': siteName,
    'og:title': head.title,
    'og:description': head.description,
    'og:url': head.canonical,
    'og:image': head.picture,
  };
  const lines = [
    `<link rel="canonical" href="${escapeHtml(head.canonical)}" />`,
    ...Object.entries(preview).flatMap(([property, content]) =>
      content === null ? [] : [`<meta property="${property}" content="${escapeHtml(content)}" />`],
    ),
    `<meta name="twitter:card" content="${head.picture === null ? 'summary' : 'summary_large_image'}" />`,
    `<script type="application/ld+json">${toDataBlock(head.data)}</script>`,
  ];
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*(")/,
      (_, before: string, after: string) => `${before}${description}${after}`,
    )
    .replace('</head>', () => `${lines.join('\n')}\n</head>`);
}
