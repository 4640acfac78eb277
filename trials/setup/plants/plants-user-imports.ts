import { sql } from 'kysely';
import { run, type Plant } from './plant.ts';

/** Faults in what users brought over from another shop, each with words of the check that must find it. */
export const USER_IMPORT_PLANTS: readonly Plant[] = [
  [
    'a balance brought over that no file names',
    run(
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select 'openingBalance', credit_account, 8, credit_account, 5, created_at
        from ledger_movements where kind = 'credit'`,
      sql`update ledger_accounts set balance_micro = balance_micro + 5 where user_id is not null`,
    ),
    'balance brought over without its line',
  ],
  [
    'an imported user whose balance was not brought over',
    run(
      sql`insert into user_import_lines (import_id, line, username, email, balance_micro, outcome, user_id)
        select 1, 2, 'ann', 'ann@example.test', 5, 'created', min(id) from users`,
    ),
    'balance brought over without its line',
  ],
];
