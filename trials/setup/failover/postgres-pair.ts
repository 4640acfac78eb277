import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeHosts } from '../../../bench/setup/namespace-hosts.ts';
import { copyCluster } from '../postgres-cluster.ts';
import type { Template } from '../target.ts';
import { askIsolated, countWaiting, fence, lose, type Isolated, type Loss, type Lost } from './lost-node.ts';
import {
  ask,
  copyFrom,
  LOOPBACK,
  makeFolder,
  newNode,
  promoteNode,
  rewind,
  runProgram,
  startNode,
  stopNode,
  urlOf,
  type Node,
} from './postgres-node.ts';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A primary and its standby, as Patroni would keep them, and what Patroni would do with them. */
export type PostgresPair = {
  /**
   * URL of both, whichever accepts writes, for a new database; it has all tables, unless `template` is the empty one.
   */
  createDatabase(name: string, template?: Template): Promise<string>;
  /** URL of the current primary. */
  readonly primaryUrl: string;
  /** Makes commits wait for the standby from now on. */
  makeSynchronous(): Promise<void>;
  /** The network from the primary to the standby. */
  readonly link: HeldLink;
  /** How many commits of the primary wait for the standby. */
  countWaiting(): Promise<number>;
  /**
   * Kills every process of the primary; or stops its network while it runs on and believes itself the primary; or
   * suspends its processes, the next best if the pair has no hosts of its own.
   */
  losePrimary(how: Loss): Promise<void>;
  /** Makes the standby the primary, alone at first. */
  promote(): Promise<void>;
  /** Asks the former primary, whose network is stopped. */
  askIsolated(): Promise<Isolated>;
  /** Turns the former primary into the new standby; resolves with how, once it has everything. */
  rebuild(): Promise<'rewound' | 'copied'>;
  stop(): void;
};

const CAUGHT_UP_WITHIN_MS = 60_000;

/**
 * Starts both servers. With `isSynchronous` false the standby may lack what was acknowledged, which the shop refuses.
 * With `onHosts` each server has a host of its own and can lose its network.
 */
export async function startPair(isSynchronous: boolean, onHosts = false): Promise<PostgresPair> {
  const machines = onHosts ? makeHosts(2) : null;
  const folder = mkdtempSync(join(tmpdir(), 'portside-pair-'));
  chmodSync(folder, 0o755);
  const [a, b] = [
    await newNode(folder, 'a', machines?.hosts[0] ?? null),
    await newNode(folder, 'b', machines?.hosts[1] ?? null),
  ];
  const nodes = [a, b];
  let [primary, standby] = [a, b];
  let lost: Lost | null = null;
  const ends = nodes.map(({ host, address }) => ({ here: host?.outside ?? LOOPBACK, caller: address }));
  const link = await startHeldLink(ends, () => ({ host: primary.address, port: primary.port }));
  const startStandby = async (): Promise<void> => {
    // pg_rewind and pg_basebackup write the address that they copied from; the standby is to come over the link.
    const { host, port } = link.addresses[nodes.indexOf(standby)]!;
    const info = `host=${host} port=${port} user=postgres application_name=standby`;
    await startNode(standby, { primary_conninfo: info });
    await attach(primary, isSynchronous);
  };
  const stop = (): void => {
    process.off('exit', stop);
    for (const pid of lost?.pids ?? []) process.kill(pid, 'SIGKILL');
    nodes.forEach(stopNode);
    link.stop();
    machines?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  // Also if the trial is interrupted.
  process.once('exit', stop);
  await copyCluster(primary.dataDir);
  await startNode(primary, {});
  makeFolder(standby.dataDir);
  await copyFrom(primary, standby);
  await startStandby();
  return {
    link,
    get primaryUrl() {
      return urlOf(primary);
    },
    makeSynchronous: () => attach(primary, true),
    async createDatabase(name, template = 'template1') {
      await runProgram('psql', [urlOf(primary), '-qc', `create database ${name} template ${template}`]);
      const both = nodes.map(({ address, port }) => `${address}:${port}`).join(',');
      return `postgresql://postgres@${both}/${name}?target_session_attrs=read-write`;
    },
    countWaiting: () => countWaiting(primary),
    async losePrimary(how) {
      lost = await lose(primary, how);
      link.cut();
    },
    async promote() {
      await promoteNode(standby);
      [primary, standby] = [standby, primary];
      await setSynchronous(primary, '');
    },
    askIsolated: () => askIsolated(standby),
    async rebuild() {
      if (lost !== null) await fence(lost);
      lost = null;
      const how = await rewind(primary, standby);
      await startStandby();
      return how;
    },
    stop,
  };
}

/** Resolves when the standby has everything that was committed before commits waited for it. */
async function attach(primary: Node, isSynchronous: boolean): Promise<void> {
  const countStandbys = async (condition: string): Promise<number> =>
    Number(await ask(primary, `select count(*) from pg_stat_replication where ${condition}`));
  await until(async () => (await countStandbys("state = 'streaming'")) === 1);
  if (!isSynchronous) return;
  await setSynchronous(primary, 'standby');
  await until(async () => (await countStandbys("sync_state = 'sync'")) === 1);
  const position = await ask(primary, 'select pg_current_wal_lsn()');
  await until(async () => (await countStandbys(`flush_lsn >= '${position}'`)) === 1);
}

async function setSynchronous(node: Node, names: string): Promise<void> {
  await ask(node, `alter system set synchronous_standby_names = '${names}'`);
  await ask(node, 'select pg_reload_conf()');
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + CAUGHT_UP_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('the standby did not catch up');
    await sleep(100);
  }
}

/** An address of this machine that answers only one other address. */
type LinkEnd = { readonly here: string; readonly caller: string };

type Address = { readonly host: string; readonly port: number };

/** The network between a standby and its primary. */
type HeldLink = {
  /** Where a standby finds its primary, one for each end. */
  readonly addresses: readonly Address[];
  /** While paused, nothing passes; data in transit is lost when it is cut. */
  hold(isHeld: boolean): void;
  cut(): void;
  stop(): void;
};

/** `primary` is called for every connection. */
async function startHeldLink(ends: readonly LinkEnd[], primary: () => Address): Promise<HeldLink> {
  const open = new Set<Socket>();
  let isHeld = false;
  const join = (standby: Socket): void => {
    const { host, port } = primary();
    const other = connect(port, host);
    for (const [socket, opposite] of [
      [standby, other],
      [other, standby],
    ] as const) {
      open.add(socket);
      if (isHeld) socket.pause();
      socket.on('data', (bytes) => opposite.write(bytes));
      socket.on('error', () => opposite.destroy());
      socket.once('close', () => {
        open.delete(socket);
        opposite.destroy();
      });
    }
  };
  const servers = await Promise.all(ends.map((end) => listen(end, join)));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    addresses: servers.map((server, index) => ({
      host: ends[index]!.here,
      port: (server.address() as AddressInfo).port,
    })),
    hold(wanted) {
      isHeld = wanted;
      for (const socket of open) void (wanted ? socket.pause() : socket.resume());
    },
    cut,
    stop() {
      cut();
      for (const server of servers) server.close();
    },
  };
}

async function listen({ here, caller }: LinkEnd, join: (standby: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    if (socket.remoteAddress === caller) join(socket);
    else socket.destroy();
  }).listen(0, here);
  await once(server, 'listening');
  return server;
}
