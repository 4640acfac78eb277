import { expireRecharges } from '../../../apps/server/src/features/recharges/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { createRandom, type Random } from '../random.ts';
import { Auditor } from './auditor.ts';
import { createFace, LIVES, type Face, type Life } from './chain-model.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { Follower, SCAN_COURSES, type FollowerSetup, type ScanCourse } from './follower.ts';
import { openBooks } from './open-books.ts';
import { SimShop } from './sim-shop.ts';
import { SimWorld } from './sim-world.ts';
import { VirtualTime } from './virtual-time.ts';

const STEPS = 30;
/** A second reader makes each step slower. */
const STEPS_WITH_ADDRESSES = 22;
/** Not the id of any known chain. */
const FIRST_CHAIN_ID = 5_000_000_000;

type SeedReport = {
  readonly seed: number;
  readonly faults: string[];
  /** One line per step, for finding faults. */
  readonly trace: string[];
  readonly blocks: number;
  readonly reorganisations: number;
  readonly deposits: number;
  readonly questions: number;
  /** The faults that nodes had, and the courses of the scans. */
  readonly met: ReadonlySet<string>;
};

/** A follower with a bug: parts of it are replaced, or its database is changed. */
export type Mutant = {
  readonly name: string;
  /** A seed that catches it; absent if most do. */
  readonly seed?: number;
  readonly equip?: (own: FollowerSetup, run: MutantRun) => FollowerSetup;
  readonly beforeLook?: (run: MutantRun) => Promise<void>;
  readonly afterDeath?: (run: MutantRun) => Promise<void>;
};
export type MutantRun = { readonly ctx: Ctx; readonly world: SimWorld };

let runs = 0;

type RunOptions = {
  readonly mutant?: Mutant;
  /** The fault of one of two nodes; random by default. */
  readonly only?: Fault;
  /** By default chosen by the seed's remainder. */
  readonly life?: Life;
  readonly steps?: number;
};

/** One run of a chain, its nodes and a shop that follows them, decided by the seed. */
export async function runSeed(
  base: Ctx,
  seed: number,
  { mutant, only, life, steps }: RunOptions = {},
): Promise<SeedReport> {
  runs += 1;
  const random = createRandom(seed);
  const face = createFace(life ?? LIVES[seed % LIVES.length]!, FIRST_CHAIN_ID + runs);
  const stepCount = steps ?? (face.hasOwnAddresses ? STEPS_WITH_ADDRESSES : STEPS);
  const state: { world: SimWorld | null } = { world: null };
  const ctx: Ctx = { ...base, clock: { now: () => new Date(state.world!.nowMs) } };
  const world = (state.world = new SimWorld(face, random, firstFaults(seed, only)));
  const shop = await SimShop.open(ctx, face, random);
  world.join(shop);
  const mutantRun = { ctx, world };
  const follower = new Follower({
    ctx,
    network: face.network,
    hasOwnAddresses: face.hasOwnAddresses,
    wires: world.wires,
    time: new VirtualTime(),
    quorum: world.quorum,
    equip: (own) => mutant?.equip?.(own, mutantRun) ?? own,
  });
  const auditor = new Auditor(ctx.db, world.chain, shop);
  const met = new Set<string>();
  const trace: string[] = [];
  const faults: string[] = [];

  const look = async (how: ScanCourse): Promise<void> => {
    await mutant?.beforeLook?.(mutantRun);
    met.add(how);
    const survived = await follower.look(how, random);
    if (!survived) await mutant?.afterDeath?.(mutantRun);
    faults.push(...(await auditor.check()));
    const isInOrder = world.nodes.every((node) => node.activeFault === null);
    if (!isInOrder || !survived) return;
    if (auditor.lag !== 0) faults.push(`the follower waits without a reason: ${auditor.lag}`);
    faults.push(...auditor.overdue());
  };

  try {
    for (let step = 1; step <= stepCount && faults.length === 0; step += 1) {
      world.wires.setMoment(`${seed} ${step}`);
      const news = [...world.turn(), ...(await actAsBuyers(shop, face, random))];
      const how = random.chance(0.6) ? 'undisturbed' : random.pick(SCAN_COURSES);
      const isLooking = random.chance(0.85);
      if (isLooking) await look(how);
      if (random.chance(0.2)) await expireRecharges(ctx);
      for (const { activeFault } of world.nodes) if (activeFault) met.add(activeFault.fault.name);
      const place = `${face.network}${face.hasOwnAddresses ? ' own' : ''} head ${world.chain.tip.number} final ${world.chain.final}`;
      const outcome = isLooking ? `${how}: lag ${auditor.lag}, ${auditor.deposits} deposits` : 'not looked';
      trace.push([`step ${step}`, place, ...news, outcome].join(' | '));
    }
    if (faults.length === 0) {
      world.settle();
      world.passHour();
      world.wires.setMoment(`${seed} end`);
      await look('undisturbed');
      faults.push(...(await auditor.checkEnd(shop.userIds)));
    }
  } catch (error) {
    faults.push(`it threw ${error instanceof Error ? error.stack : String(error)}`);
  }
  const { blocks, reorganisations } = world;
  const { deposits } = auditor;
  return { seed, faults, trace, blocks, reorganisations, deposits, questions: world.wires.questions, met };
}

/** Spreads the faults, so that few seeds have all of them. */
const firstFaults = (seed: number, only: Fault | undefined) => ({
  only: only ?? null,
  first: only ? [only] : [0, 1].map((next) => FAULTS[(2 * seed + next) % FAULTS.length]!),
});

async function actAsBuyers(shop: SimShop, face: Face, random: Random): Promise<string[]> {
  const news: string[] = [];
  if (random.chance(0.4)) news.push(`asked: ${await shop.ask()}`);
  if (shop.wanted.length > 0 && random.chance(0.06)) news.push(`cancelled: ${await shop.cancel()}`);
  if (face.hasOwnAddresses && random.chance(0.4)) news.push(`address: ${await shop.lookAtAddress()}`);
  if (shop.places.own.length > 0 && random.chance(0.25)) {
    await shop.letCool();
    news.push('one is not looked at any more');
  }
  if (random.chance(face.hasOwnAddresses ? 0.06 : 0.02)) {
    await shop.useNewTreasury();
    news.push('new treasury');
  }
  return news;
}

type SeedsRun = {
  readonly first: number;
  readonly seeds: number;
  /** Tells every seed step by step; otherwise only those with a fault. */
  readonly trace: boolean;
  readonly tell: (line: string) => void;
};

/** Runs these seeds on one database; the faults of all, and what happened in figures. */
export async function runSeeds({
  first,
  seeds,
  trace,
  tell,
}: SeedsRun): Promise<{ faults: string[]; summary: string[] }> {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 1_000);
  const { ctx, close } = await openBooks();
  const reports: SeedReport[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const report = await runSeed(ctx, seed);
    reports.push(report);
    if (trace || report.faults.length > 0) report.trace.forEach(tell);
    if (seed % 100 === 0) tell(`${reports.length} seeds, ${seconds()} s`);
  }
  await close();

  const sum = (of: (report: SeedReport) => number): string =>
    reports.reduce((total, report) => total + of(report), 0).toLocaleString('en');
  const met = reports.reduce((all, report) => all.union(report.met), new Set<string>());
  return {
    faults: reports.flatMap(({ seed, faults }) =>
      faults.map((fault) => `${fault} (again: --first ${seed} --seeds 1 --trace)`),
    ),
    summary: [
      `seeds ${first} to ${first + seeds - 1}, ${seconds()} s`,
      `${sum(({ blocks }) => blocks)} blocks, ${sum(({ reorganisations }) => reorganisations)} reorganisations`,
      `${sum(({ questions }) => questions)} questions to nodes, ${met.size} kinds of trouble met`,
      `${sum(({ deposits }) => deposits)} true deposits recorded`,
    ],
  };
}
