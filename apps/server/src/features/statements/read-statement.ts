import { formatMicro, type Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendCsv, type CsvRow } from '../../platform/http/send-csv.ts';
import { sendPdf } from '../../platform/pdf/send-pdf.ts';
import { refuseField } from '../../platform/refusal.ts';
import { sumAvailableMovements, type Period } from '../ledger/index.ts';
import { listStatementLines, type StatementLine } from './list-statement-lines.ts';
import { localFormat, type LocalFormat } from './local-format.ts';
import { statementContent } from './statement-content.ts';

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
      return sendCsv(reply, `${name}.csv`, CSV_COLUMNS, csvRows(ctx, period, sums.openingMicro));
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

const nameFile = ({ from, to }: Period, { plainDay }: LocalFormat): string =>
  `statement-${plainDay(from)}-${plainDay(new Date(to.getTime() - A_MOMENT_MS))}`;

const CSV_COLUMNS = ['time', 'kind', 'reference', 'amount', 'balance'];

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
