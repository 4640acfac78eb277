import type { Input, Sweep, SweepableAddress } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listSweepable } from './list-sweepable.ts';
import { listSweeps } from './list-sweeps.ts';

/** `portside sweep` reads these columns by their names. */
export const SWEEPABLE_COLUMNS: Columns<SweepableAddress> = {
  network: ({ type }) => type,
  chain_id: ({ chain_id }) => chain_id,
  contract_address: ({ contract_address }) => contract_address,
  factory_address: ({ factory_address }) => factory_address,
  wallet_address: ({ wallet_address }) => wallet_address,
  salt: ({ salt }) => salt,
  address: ({ address }) => address,
  amount: ({ amount }) => amount,
  swept_before: ({ swept_before }) => swept_before,
};

const SWEEP_COLUMNS: Columns<Sweep> = {
  recorded_at: ({ recorded_at }) => recorded_at,
  block_time: ({ block_time }) => block_time,
  network: ({ type }) => type,
  chain_id: ({ chain_id }) => chain_id,
  tx_hash: ({ tx_hash }) => tx_hash,
  wallet_address: ({ wallet_address }) => wallet_address,
  addresses: ({ addresses }) => addresses,
  amount: ({ amount }) => amount,
};

/** What is to be swept, as a file. It names no buyer. */
export const exportSweepable = (
  ctx: Ctx,
  { query }: Input<'exportSweepable'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'sweepable',
    action: 'deposit.export',
    subject: 'deposit',
    query,
    columns: SWEEPABLE_COLUMNS,
    readPage: (page) => listSweepable(ctx, { query: { ...query, ...page } }),
  });

/** Recorded sweeps as a file; the export is in the audit log. Refuses what `listSweeps` refuses. */
export const exportSweeps = (
  ctx: Ctx,
  { query }: Input<'exportSweeps'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'sweeps',
    action: 'deposit.export',
    subject: 'deposit',
    query,
    columns: SWEEP_COLUMNS,
    readPage: (page) => listSweeps(ctx, { query: { ...query, ...page } }),
  });
