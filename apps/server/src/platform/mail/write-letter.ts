import type { Language } from '@portside/contract';
import { escapeHtml, htmlToText } from '../html.ts';
import type { InlineImage, MailMessage } from './mailer.ts';

/** A part of a letter; a text is a paragraph, and addresses in it become links. */
type Block =
  | string
  | { readonly heading: string }
  /** What somebody else wrote, line by line. */
  | { readonly quote: string }
  /** Shown exactly as they are. */
  | { readonly lines: readonly string[] }
  /** Sanitised. */
  | { readonly html: string }
  | { readonly button: string; readonly url: string };

export type Letter = {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** False for a letter that promises to have none. */
  readonly hasLinks?: boolean;
};

/** How the shop presents itself to readers of one language. */
export type LetterBrand = {
  readonly language: Language;
  readonly name: string;
  readonly legalName: string;
  readonly url: string;
  /** Readable on white, and on black. */
  readonly colour: string;
  readonly lightColour: string;
  /** Sent along: a picture that is fetched would tell who opens a letter. */
  readonly logo: InlineImage | null;
};

/** Pasted names and texts may have them; no mail with one in its subject is sent. */
const SEPARATORS = /[\u2028\u2029]/gu;

/** The one form of all mails of the shop: with its brand, by day and by night, and the same as plain text. */
export function writeLetter(brand: LetterBrand, letter: Letter): MailMessage {
  const { subject, blocks, hasLinks = true } = letter;
  return {
    subject: subject.replaceAll(SEPARATORS, ' '),
    text: `${[...blocks.map(blockText), footerText(brand, hasLinks)].join('\n\n')}\n`,
    html: page(brand, letter, blocks.map((block) => blockHtml(brand, block, hasLinks)).join('\n')),
    ...(brand.logo && { images: [brand.logo] }),
  };
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return block.heading;
  if ('quote' in block) return block.quote.replaceAll(/^/gm, '> ');
  if ('lines' in block) return block.lines.join('\n');
  if ('html' in block) return htmlToText(block.html);
  return `${block.button}: ${block.url}`;
}

const footerText = ({ name, legalName, url }: LetterBrand, hasLinks: boolean): string =>
  ['-- ', issuerOf(name, legalName), ...(hasLinks ? [url] : [])].join('\n');

const issuerOf = (name: string, legalName: string): string =>
  legalName === '' || legalName === name ? name : `${name} · ${legalName}`;

const PRE =
  'margin:0 0 16px;padding:12px 14px;border-radius:8px;background:#f1f4f7;color:#14202b;' +
  'font:13px/1.5 ui-monospace,Consolas,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere';

function blockHtml({ colour }: LetterBrand, block: Block, hasLinks: boolean): string {
  if (typeof block === 'string') {
    const text = hasLinks ? linkAddresses(block) : escapeHtml(block);
    return `<p style="margin:0 0 16px">${text.replaceAll('\n', '<br>')}</p>`;
  }
  if ('heading' in block)
    return `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.35">${escapeHtml(block.heading)}</h2>`;
  if ('quote' in block)
    return (
      `<blockquote class="quote" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${colour};` +
      `white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(block.quote)}</blockquote>`
    );
  if ('lines' in block)
    return `<pre class="lines" style="${PRE}">${escapeHtml(block.lines.join('\n'))}</pre>`;
  if ('html' in block) return `<div style="margin:0 0 16px">${block.html}</div>`;
  return (
    `<p style="margin:4px 0 20px"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;` +
    `padding:11px 20px;border-radius:8px;background:${colour};color:#ffffff;font-weight:600;text-decoration:none">` +
    `${escapeHtml(block.button)}</a></p>`
  );
}

/** Without the punctuation that follows an address. */
const ADDRESS = /https?:\/\/[^\s<>"'，。；：！？、（）“”«»]*[^\s<>"'，。；：！？、（）“”«».,;:!?)]/gu;

function linkAddresses(text: string): string {
  let html = '';
  let at = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const href = escapeHtml(address);
    html += `${escapeHtml(text.slice(at, index))}<a href="${href}" style="overflow-wrap:anywhere">${href}</a>`;
    at = index + address.length;
  }
  return html + escapeHtml(text.slice(at));
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','PingFang SC',sans-serif";

function page(brand: LetterBrand, { subject, hasLinks = true }: Letter, body: string): string {
  const { language, name, legalName, url, colour, lightColour, logo } = brand;
  const issuer = escapeHtml(issuerOf(name, legalName));
  const site = escapeHtml(url);
  const home = hasLinks ? `<br><a href="${site}">${escapeHtml(new URL(url).host)}</a>` : '';
  const sign = logo
    ? `<img src="cid:${logo.id}" width="40" height="40" alt="" style="display:block;border-radius:9px">`
    : `<div style="width:40px;height:40px;border-radius:9px;background:${colour};color:#ffffff;` +
      `font:700 20px/40px ${FONT};text-align:center">${escapeHtml(firstLetterOf(name))}</div>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${colour}; }
@media (prefers-color-scheme: dark) {
  body, .ground { background: #10161c !important; }
  .card { background: #1a232c !important; border-color: ${lightColour} #2b3742 #2b3742 !important; color: #e7edf2 !important; }
  .quiet { color: #a3b1bd !important; }
  .lines { background: #10161c !important; color: #e7edf2 !important; }
  .card a:not(.button), .quiet a { color: ${lightColour} !important; }
}
</style>
</head>
<body style="margin:0;background:#eef2f5">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f5">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed">
<tr><td class="card" style="padding:24px 28px 12px;border:1px solid #dbe3ea;border-top:4px solid ${colour};border-radius:12px;background:#ffffff;color:#14202b;font:15px/1.55 ${FONT};text-align:left;overflow-wrap:anywhere">
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr>
<td width="40" style="padding-right:12px">${sign}</td>
<td style="font:650 17px/1.3 ${FONT};overflow-wrap:anywhere">${escapeHtml(name)}</td>
</tr></table>
${body}
</td></tr>
<tr><td class="quiet" style="padding:16px 28px;color:#5b6b79;font:13px/1.5 ${FONT};text-align:left;overflow-wrap:anywhere">${issuer}${home}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

const firstLetterOf = (name: string): string => Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '';
