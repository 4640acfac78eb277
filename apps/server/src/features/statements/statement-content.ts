import type { Ctx } from '../../platform/context.ts';
import type { PdfContent } from '../../platform/pdf/create-pdf.ts';
import type { Period } from '../ledger/index.ts';
import { readIssuer } from '../settings/index.ts';
import { listStatementLines, type StatementLine } from './list-statement-lines.ts';
import type { LocalFormat } from './local-format.ts';
import { nameCaller } from './name-caller.ts';
import { statementTexts } from './statements.texts.ts';

type Facts = { readonly period: Period; readonly format: LocalFormat; readonly openingMicro: bigint };

/** What a statement says: the caller's movements in a period, with the balance before, between and after. */
export async function statementContent(
  ctx: Ctx,
  { period, format, openingMicro }: Facts,
): Promise<PdfContent> {
  const texts = statementTexts[ctx.language];
  const lines: StatementLine[] = [];
  for await (const line of listStatementLines(ctx, period, openingMicro)) lines.push(line);
  const sumOf = (is: (line: StatementLine) => boolean): bigint =>
    lines.filter(is).reduce((sum, { amountMicro }) => sum + amountMicro, 0n);
  const creditedMicro = sumOf(({ amountMicro }) => amountMicro > 0n);
  const debitedMicro = sumOf(({ amountMicro }) => amountMicro < 0n);
  const lastMoment = new Date(period.to.getTime() - 1);
  return {
    issuer: await readIssuer(ctx.db, ctx.language),
    title: texts.statement,
    facts: [
      [texts.buyer, await nameCaller(ctx)],
      [texts.period, `${format.day(period.from)} – ${format.day(lastMoment)}`],
      [texts.created, format.time(ctx.clock.now())],
    ],
    columns: [
      { title: texts.time, width: 20 },
      { title: texts.kind, width: 25 },
      { title: texts.reference, width: 28 },
      { title: texts.amount, width: 13, isNumber: true },
      { title: texts.balance, width: 14, isNumber: true },
    ],
    rows: [
      [format.time(period.from), texts.opening, '', '', format.money(openingMicro)],
      ...lines.map((line) => [
        format.time(line.createdAt),
        texts.kinds[line.kind] ?? line.kind,
        line.number,
        format.money(line.amountMicro),
        format.money(line.balanceMicro),
      ]),
    ],
    totals: [
      [texts.opening, format.money(openingMicro)],
      [texts.credited, format.money(creditedMicro)],
      [texts.debited, format.money(debitedMicro)],
      [texts.closing, format.money(openingMicro + creditedMicro + debitedMicro)],
    ],
    note: texts.unit(format.zone),
    createdAt: ctx.clock.now(),
    pageWords: texts.page,
  };
}
