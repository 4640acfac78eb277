import { formatMicro, type Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendTable, type CsvRow, sendPdf } from '../../platform/http/send-list.ts';
import { refuseField } from '../../platform/refusal.ts';
import {
  sumAvailableMovements,
  type Period,
  listAvailableMovementsIn,
  type AccountMovement,
} from '../ledger/index.ts';
import { localFormat, type LocalFormat, nameCaller, statementTexts } from './statements.texts.ts';
import type { PdfContent } from '../../platform/create-pdf.ts';
import { nameZone, readIssuer } from '../settings/index.ts';
import { findOrderNos } from '../orders/index.ts';
import { findOrderIdsOfDeposits } from '../recharges/index.ts';

/** About thirty pages, a second of work. A longer period can be had as CSV. */
const MOST_PDF_LINES = 1_000;

/**
 * The caller's balance in a period: its sums, or a file of every movement between the opening and the closing balance.
 * Refuses a period that ends before it begins and one with too many movements for a PDF (parameterError).
 */
export async function readStatement(
  ctx: Ctx,
  { query }: Input<'readStatement'>,
  reply: FastifyReply,
): Promise<unknown> {
  const { userId } = requireUser(ctx.actor);
  const period = { from: new Date(query.from), to: new Date(query.to) };
  if (period.from >= period.to) refuseField('parameterError', 'to', 'small');
  const format = localFormat(ctx.language, query.time_zone);
  const sums = await sumAvailableMovements(ctx.db, userId, period);
  const name = nameFile(period, format);
  switch (query.format) {
    case 'csv':
    case 'xlsx': {
      const table = { name, header: COLUMNS, format: query.format };
      return sendTable(reply, table, csvRows(ctx, period, sums.openingMicro));
    }
    case 'pdf': {
      if (sums.movements > MOST_PDF_LINES) refuseField('parameterError', 'to', 'many', MOST_PDF_LINES);
      const content = await statementContent(ctx, { period, format, openingMicro: sums.openingMicro });
      return sendPdf(reply, name, content);
    }
    default: {
      const { openingMicro, creditedMicro, debitedMicro, movements } = sums;
      const data = {
        from: query.from,
        to: query.to,
        opening_balance: formatMicro(openingMicro),
        credited: formatMicro(creditedMicro),
        debited: formatMicro(debitedMicro),
        closing_balance: formatMicro(openingMicro + creditedMicro + debitedMicro),
        movements,
      };
      return { code: 200, message: 'ok', data };
    }
  }
}

const A_MOMENT_MS = 1;

/** With the time zone, which a CSV has nowhere else. */
const nameFile = ({ from, to }: Period, { plainDay, zone }: LocalFormat): string =>
  `statement-${plainDay(from)}-${plainDay(new Date(to.getTime() - A_MOMENT_MS))}-${nameZone(zone)}`;

const COLUMNS = ['time', 'kind', 'reference', { number: 'amount' }, { number: 'balance' }];

async function* csvRows(ctx: Ctx, period: Period, openingMicro: bigint): AsyncGenerator<CsvRow> {
  yield [period.from.toISOString(), 'opening', '', '', formatMicro(openingMicro)];
  let closingMicro = openingMicro;
  for await (const line of listStatementLines(ctx, period, openingMicro)) {
    closingMicro = line.balanceMicro;
    yield csvRow(line);
  }
  yield [period.to.toISOString(), 'closing', '', '', formatMicro(closingMicro)];
}

const csvRow = ({ createdAt, kind, number, amountMicro, balanceMicro }: StatementLine): CsvRow => [
  createdAt.toISOString(),
  kind,
  number,
  formatMicro(amountMicro),
  formatMicro(balanceMicro),
];

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
  const lastMoment = new Date(period.to.getTime() - A_MOMENT_MS);
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

const PAGE_ROWS = 1_000;

/** One movement with the balance after it. */
type StatementLine = AccountMovement & {
  /** Number of the order or top-up behind it; empty for others. */
  readonly number: string;
  readonly balanceMicro: bigint;
};

/** The caller's movements in a period, oldest first, with the balance that they add up to. */
async function* listStatementLines(
  ctx: Ctx,
  period: Period,
  openingMicro: bigint,
): AsyncGenerator<StatementLine> {
  const { userId } = requireUser(ctx.actor);
  let balanceMicro = openingMicro;
  let after = 0n;
  for (;;) {
    const movements = await listAvailableMovementsIn(ctx.db, userId, period, { after, limit: PAGE_ROWS });
    const numbers = await numbersOf(ctx, movements);
    for (const movement of movements) {
      balanceMicro += movement.amountMicro;
      yield { ...movement, number: numbers.get(movement.id) ?? '', balanceMicro };
    }
    if (movements.length < PAGE_ROWS) return;
    after = movements.at(-1)!.id;
  }
}

const OF_DEPOSITS: ReadonlySet<AccountMovement['kind']> = new Set([
  'credit',
  'reversal',
  'bonus',
  'bonusReversal',
]);

async function numbersOf(
  ctx: Ctx,
  movements: readonly AccountMovement[],
): Promise<ReadonlyMap<bigint, string>> {
  const ofDeposits = movements.filter(({ kind }) => OF_DEPOSITS.has(kind));
  const [orderNos, orderIds] = await Promise.all([
    findOrderNos(ctx, movements),
    findOrderIdsOfDeposits(
      ctx.db,
      ofDeposits.map(({ reference }) => reference),
    ),
  ]);
  const topUps = ofDeposits.flatMap(({ id, reference }) => {
    const orderId = orderIds.get(reference);
    return orderId === undefined ? [] : [[id, orderId] as const];
  });
  return new Map([...orderNos, ...topUps]);
}
