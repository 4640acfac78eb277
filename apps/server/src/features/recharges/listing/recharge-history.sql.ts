import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { DepositRow } from '../../deposits/index.ts';
import type { AuthorizationRow } from '../wallets/authorizations.sql.ts';
import type { RechargeRow } from '../recharges.sql.ts';
import type { RechargeTicketsTable } from '../tickets/tickets.tables.ts';

export type TicketRow = Selectable<RechargeTicketsTable>;

export const listTickets = (db: Db, rechargeId: bigint): Promise<TicketRow[]> =>
  db.selectFrom('recharge_tickets').selectAll().where('recharge_id', '=', rechargeId).execute();

export const listAuthorizations = (db: Db, rechargeId: bigint): Promise<AuthorizationRow[]> =>
  db.selectFrom('recharge_authorizations').selectAll().where('recharge_id', '=', rechargeId).execute();

/**
 * The deposits of a top-up: those added to it, and those that paid it but were held, rejected or credited to
 * another user.
 */
export const listDepositsFor = (db: Db, recharge: RechargeRow): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where((is) =>
      is.or([
        is(
          'id',
          'in',
          is.selectFrom('recharge_deposits').select('deposit_id').where('recharge_id', '=', recharge.id),
        ),
        is.and([
          is('chain_id', '=', recharge.chain_id),
          is('tx_hash', '=', recharge.tx_hash ?? is.lit(null)),
          is.or([
            is('amount_micro', '=', recharge.pay_amount_micro),
            is('order_ref', '=', recharge.order_ref),
          ]),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();

/** The pending transfer of a top-up, if any. */
export const findPendingOf = (db: Db, { chain_id, tx_hash }: RechargeRow) =>
  db
    .selectFrom('pending_transfers')
    .select(['block_number', 'block_time', 'amount_micro', 'from_address'])
    .where('chain_id', '=', chain_id)
    .where('tx_hash', '=', tx_hash)
    .limit(1)
    .executeTakeFirst();
