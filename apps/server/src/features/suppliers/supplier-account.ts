import { formatMicro, parseMicro, paths, type Data, type Input } from '@portside/contract';
import { sql, type Generated } from 'kysely';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentProposal, propose, type Approved } from '../approvals/index.ts';
import { findUserByUsername } from '../users/index.ts';
import { readAccount, readDueMicro } from './own-supplier.ts';

/** Who signs in for a supplier, and what it is owed and was paid. Refuses an unknown one (notFound). */
export async function readSupplierAccount(
  ctx: Ctx,
  { params }: Input<'readSupplierAccount'>,
): Promise<Data<'readSupplierAccount'>> {
  const supplierId = BigInt(params.id);
  await getName(ctx.db, supplierId);
  const person = await findPerson(ctx.db, supplierId);
  return {
    ...(await readAccount(ctx, supplierId)),
    person: person && {
      username: person.username,
      goods_ids: person.goods_ids.map(String),
      lines_a_day: person.lines_a_day,
    },
  };
}

/**
 * Sets who signs in for a supplier, and what they may bring. Refuses an unknown supplier (notFound), an unknown or closed
 * profile (userDoesNotExist), and one that signs in for another supplier (dataExists).
 */
export async function setSupplierPerson(
  ctx: Ctx,
  { params, body }: Input<'setSupplierPerson'>,
): Promise<null> {
  const supplierId = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockSupplierRow(db, supplierId);
    const before = await findPerson(db, supplierId);
    await db.deleteFrom('supplier_people').where('supplier_id', '=', supplierId).execute();
    if (body.person) {
      const { username, goods_ids: goodsIds, lines_a_day } = body.person;
      const user = await findUserByUsername(db, username);
      if (!user || user.status === 'closed') refuse('userDoesNotExist');
      await db
        .insertInto('supplier_people')
        .values({
          supplier_id: supplierId,
          user_id: user.id,
          goods_ids: goodsIds.map(BigInt),
          lines_a_day,
          created_at: clock.now(),
        })
        .execute()
        .catch((error: unknown) => {
          if (brokenConstraint(error) === 'supplier_people_user_id_key')
            refuse('dataExists', 'another supplier');
          throw error;
        });
    }
    await recordAudit(step, {
      action: 'supplier.person',
      subject: `supplier:${supplierId}`,
      before: factsOf(before),
      after: factsOf(await findPerson(db, supplierId)),
    });
    return null;
  });
}

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

const factsOf = (person: Person | null) => ({
  username: person?.username ?? null,
  goods: person?.goods_ids.map(String).join(' ') ?? null,
  linesADay: person?.lines_a_day ?? null,
});

async function findPerson(db: Db, supplierId: bigint) {
  const row = await db
    .selectFrom('supplier_people')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'username', 'goods_ids', 'lines_a_day'])
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return row ?? null;
}

type PaymentTerms = {
  /** The supplier's id and name. */
  readonly supplier: string;
  readonly name: string;
  readonly amount: string;
  readonly note: string;
};

/**
 * Proposes to record that a supplier was paid; the shop itself transfers nothing. Somebody else than its own person
 * approves. Refuses an unknown supplier (notFound) and more than is due (balanceTooLow).
 */
export async function recordSupplierPayment(
  ctx: Ctx,
  { params, body }: Input<'recordSupplierPayment'>,
): Promise<Data<'recordSupplierPayment'>> {
  const supplierId = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    await lockSupplierRow(step.db, supplierId);
    const person = await findPerson(step.db, supplierId);
    const amountMicro = parseMicro(body.amount);
    const row = await propose(step, {
      kind: 'supplierPaymentApproved',
      subject: `supplier:${supplierId}`,
      terms: {
        supplier: String(supplierId),
        name: await getName(step.db, supplierId),
        amount: formatMicro(amountMicro),
        note: body.note,
      },
      reason: body.note,
      action: paths.recordSupplierPayment[2],
      needsPerson: true,
      ...(person && { beneficiaryId: person.user_id }),
      requirePossible: (inner) => requireDue(inner, supplierId, amountMicro),
    });
    return { proposal: presentProposal(row, step.actor) };
  });
}

async function requireDue(ctx: Ctx, supplierId: bigint, amountMicro: bigint): Promise<void> {
  if (amountMicro > (await readDueMicro(ctx, supplierId))) refuse('balanceTooLow', 'more than is due');
}

/** Takes an import from a supplier. Refuses where part of it was paid for (balanceTooLow): less would be owed than was paid. */
export async function takeFromSupplier(
  ctx: Ctx,
  supplierId: bigint,
  take: () => Promise<unknown>,
): Promise<void> {
  await lockSupplierRow(ctx.db, supplierId);
  const before = await readDueMicro(ctx, supplierId);
  await take();
  const after = await readDueMicro(ctx, supplierId);
  if (after < 0n && after < before) refuse('balanceTooLow', 'more was paid than is owed without this import');
}

/** Records a payment that a second person approved, once. Refuses more than is due by now (balanceTooLow). */
export const onSupplierPaymentApproved = (
  ctx: Ctx,
  { proposalId, terms }: Approved<PaymentTerms>,
): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const supplierId = BigInt(terms.supplier);
    const amountMicro = parseMicro(terms.amount);
    await lockSupplierRow(step.db, supplierId);
    await requireDue(step, supplierId, amountMicro);
    await step.db
      .insertInto('supplier_payments')
      .values({
        supplier_id: supplierId,
        amount_micro: amountMicro,
        note: terms.note,
        proposal_id: proposalId,
        created_at: step.clock.now(),
      })
      .execute();
    await recordAudit(step, {
      action: 'supplier.payment',
      subject: `supplier:${supplierId}`,
      after: { amount: terms.amount, note: terms.note },
    });
  });

/** Serialises what a supplier is paid. Refuses an unknown one (notFound). */
async function lockSupplierRow(db: Db, id: bigint): Promise<void> {
  const { rows } = await sql`select from suppliers where id = ${id} for no key update`.execute(db);
  if (rows.length === 0) refuse('notFound', 'supplier');
}

async function getName(db: Db, id: bigint): Promise<string> {
  const row = await db.selectFrom('suppliers').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? refuse('notFound', 'supplier');
}

/** What suppliers were paid. */
type SupplierPaymentsTable = {
  id: Generated<bigint>;
  supplier_id: bigint;
  amount_micro: bigint;
  note: string;
  proposal_id: bigint;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    supplier_payments: SupplierPaymentsTable;
  }
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    supplierPaymentApproved: Approved<PaymentTerms>;
  }
}
