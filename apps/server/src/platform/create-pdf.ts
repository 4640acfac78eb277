import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
// The library's types know its default export only.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit';

/** One column of a table; `width` is its share of the page. */
export type PdfColumn = { readonly title: string; readonly width: number; readonly isNumber?: boolean };

export type PdfContent = {
  /** Whose document it is. */
  readonly issuer: string;
  readonly title: string;
  /** Below the title: names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Below the table, to the right: names and values, the last one in bold. */
  readonly totals: readonly (readonly [name: string, value: string])[];
  readonly note: string;
  readonly createdAt: Date;
  pageWords(page: number, pages: number): string;
};

const MARGIN = 50;
const INK = '#14212e';
const QUIET = '#5d6b7a';
const RULE = '#d5dce4';
const FONT_SIZE = 9;
/** Rows that are drawn before other work gets its turn. */
const ROWS_A_TURN = 40;

/** Noto Sans SC, which has Latin and Cyrillic letters too; a document embeds only the glyphs it uses. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts');

type Doc = InstanceType<typeof PDFDocument>;

/** A document of A4 pages: facts, a table whose head is on every page, totals. */
export async function createPdf(content: PdfContent): Promise<Buffer> {
  const [regular, bold] = await Promise.all(
    ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'].map((file) => readFile(join(FONTS, file))),
  );
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 24, left: MARGIN, right: MARGIN },
    bufferPages: true,
    font: null as unknown as string,
    info: { Title: content.title, Author: content.issuer, CreationDate: content.createdAt },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  doc.registerFont('regular', regular).registerFont('bold', bold);
  drawHead(doc, content);
  await drawTable(doc, content);
  drawTotals(doc, content);
  drawFeet(doc, content);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Doc): number => doc.page.height - MARGIN - 24;

function drawHead(doc: Doc, { issuer, title, facts }: PdfContent): void {
  doc.font('bold').fontSize(11).fillColor(QUIET).text(issuer, MARGIN, MARGIN);
  doc.font('bold').fontSize(20).fillColor(INK).text(title).moveDown(0.6);
  doc.fontSize(FONT_SIZE + 0.5);
  for (const [name, value] of facts) {
    const { y } = doc;
    doc.font('regular').fillColor(QUIET).text(name, MARGIN, y, { width: 130 });
    const below = doc.y;
    doc.fillColor(INK).text(value, MARGIN + 140, y, { width: widthOf(doc) - 140 });
    doc.y = Math.max(below, doc.y) + 3;
  }
  doc.y += 14;
}

async function drawTable(doc: Doc, content: PdfContent): Promise<void> {
  const { columns, rows } = content;
  if (columns.length === 0) return;
  const titles = columns.map(({ title }) => title);
  const widths = widthsOf(doc, content);
  drawRow(doc, { columns, widths }, titles, 'bold');
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await setImmediate();
    if (doc.y + heightOf(doc, widths, row) > bottomOf(doc)) {
      doc.addPage();
      drawRow(doc, { columns, widths }, titles, 'bold');
    }
    drawRow(doc, { columns, widths }, row, 'regular');
  }
}

const GAP = 10;

/** A column of numbers is as wide as its longest number, which never breaks; the others share what is left. */
function widthsOf(doc: Doc, { columns, rows }: PdfContent): number[] {
  doc.font('regular').fontSize(FONT_SIZE);
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const fixed = columns.map(({ width, isNumber }, i) => {
    if (isNumber !== true) return 0;
    const longest = Math.max(...rows.map((row) => doc.widthOfString(row[i]!)));
    return Math.max(longest + GAP + 1, (widthOf(doc) * width) / shares);
  });
  const left = widthOf(doc) - fixed.reduce((sum, width) => sum + width, 0);
  const leftShares = columns.reduce((sum, { width, isNumber }) => sum + (isNumber ? 0 : width), 0);
  return columns.map(({ width }, i) => fixed[i]! || (left * width) / leftShares);
}

function heightOf(doc: Doc, widths: readonly number[], cells: readonly string[]): number {
  doc.font('regular').fontSize(FONT_SIZE);
  return Math.max(...cells.map((cell, i) => doc.heightOfString(cell, { width: widths[i]! - GAP }))) + 9;
}

type Grid = { readonly columns: readonly PdfColumn[]; readonly widths: readonly number[] };

function drawRow(
  doc: Doc,
  { columns, widths }: Grid,
  cells: readonly string[],
  font: 'regular' | 'bold',
): void {
  const top = doc.y;
  let x = MARGIN;
  let bottom = top;
  doc.font(font).fontSize(FONT_SIZE);
  for (const [i, cell] of cells.entries()) {
    const isLast = i === cells.length - 1;
    const align = columns[i]!.isNumber ? 'right' : 'left';
    doc.fillColor(font === 'bold' ? QUIET : INK);
    doc.text(cell, x, top + 3, { width: widths[i]! - (isLast ? 0 : GAP), align });
    bottom = Math.max(bottom, doc.y);
    x += widths[i]!;
  }
  doc.y = bottom + 4;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + widthOf(doc), doc.y)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  doc.y += 1;
}

function drawTotals(doc: Doc, { totals, note }: PdfContent): void {
  const height = totals.length * 17 + 60;
  if (doc.y + height > bottomOf(doc)) doc.addPage();
  doc.y += 10;
  const left = MARGIN + widthOf(doc) / 2;
  const half = widthOf(doc) / 2;
  for (const [i, [name, value]] of totals.entries()) {
    const { y } = doc;
    doc.font(i === totals.length - 1 ? 'bold' : 'regular').fontSize(FONT_SIZE + 1);
    doc.fillColor(QUIET).text(name, left, y, { width: half / 2 });
    const below = doc.y;
    doc.fillColor(INK).text(value, left + half / 2, y, { width: half / 2, align: 'right' });
    doc.y = Math.max(below, doc.y) + 3;
  }
  doc.y += 16;
  doc
    .font('regular')
    .fontSize(FONT_SIZE - 1)
    .fillColor(QUIET)
    .text(note, MARGIN, doc.y, { width: widthOf(doc) });
}

function drawFeet(doc: Doc, { pageWords, title }: PdfContent): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where pdfkit would start a page by itself.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN;
    doc
      .font('regular')
      .fontSize(FONT_SIZE - 1)
      .fillColor(QUIET);
    doc.text(title, MARGIN, y, { width: widthOf(doc) / 2, lineBreak: false });
    doc.text(pageWords(page + 1, count), MARGIN, y, { width: widthOf(doc), align: 'right' });
  }
}
