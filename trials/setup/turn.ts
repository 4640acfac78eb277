/** Another number for each run of the tests, the same for all files of `npm test`, which prints it. */
const turn = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

/**
 * What one run of the tests takes of `all`, which are tried in turn: over the runs everything is. `place` 0 begins with
 * this run's first; files that share `all` take different places.
 */
export const inTurn = <T>(all: readonly [T, ...T[]], place = 0): T => all[(turn + place) % all.length]!;
