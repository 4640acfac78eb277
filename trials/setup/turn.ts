/** Another number for each run of the tests; the same for all files of a whole one, which prints it. */
const turn = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

/**
 * What one run of the tests takes of `all`: over the runs everything is tried. Files of different places take different
 * ones in the same run.
 */
export const inTurn = <T>(all: readonly [T, ...T[]], place = 0): T => all[(turn + place) % all.length]!;
